// Prints what the drivers let the system's picker find, as JSON: services, companies and parts of names. `compiler.py` links it with the package's modules.
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloWearables

let descriptors = DriverRegistry.bundled.drivers.flatMap { $0.pickerDescriptors }
let found = [
  "services": descriptors.compactMap { $0.service?.description },
  "companies": descriptors.compactMap(\.company).map { company in
    let digits = String(company, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  },
  "names": descriptors.compactMap(\.namePart),
]
FileHandle.standardOutput.write(try JSONEncoder().encode(found))
