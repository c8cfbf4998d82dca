// Reads a ring with Core Bluetooth, on a Mac, a Raspberry Pi or any Linux machine:
//
//   swift run CoreBluetoothRing
//   HALO_RADIO=simulated swift run CoreBluetoothRing     without a ring or an adapter
//
// The exit status is 0 if everything was read, 1 if something is missing, and 2 if there was nothing to read.
import CoreBluetooth

func printStatus(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

let reader = RingReader()
reader.onStatus = printStatus
reader.onEnd = { isComplete in
  guard reader.name != nil else {
    #if os(Linux)
      printStatus("Find the cause with 'halo doctor', or set HALO_RADIO=simulated to try it without Bluetooth.")
    #endif
    exit(2)
  }
  print("ring      \(reader.name ?? "–")")
  print("hardware  \(reader.hardwareRevision ?? "–")")
  print("firmware  \(reader.firmwareRevision ?? "–")")
  print("battery   \(reader.battery.map { "\($0) %" } ?? "–")")
  print("heart     \(reader.heartRate.map { "\($0) bpm" } ?? "–")")
  exit(isComplete ? 0 : 1)
}
reader.start()
DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
  guard reader.name == nil else { return }
  printStatus(
    "No ring was found in a minute. Bring it close, put it on its charger for a moment, and close its app on phones."
  )
  exit(2)
}
RunLoop.main.run()
