import HaloBluetooth
import HaloEngine
import HaloWearables

/// A device as `halo scan` prints it.
struct ScanReport: Encodable {
  private let device: String
  private let name: String?
  private let rssi: Int?
  private let services: [String]
  private let family: String?

  init(_ advertisement: Advertisement) {
    device = advertisement.device.text
    name = advertisement.name
    rssi = advertisement.rssi
    services = advertisement.services.map(\.description)
    family = Families.driver(for: advertisement)?.family.id
  }

  /// Devices in the order given, a line each.
  static func table(_ found: [Advertisement], _ terminal: Terminal) -> String {
    func label(_ advertisement: Advertisement) -> String {
      advertisement.name.map { Words.printable($0) } ?? "(no name)"
    }
    let width = max(4, found.map { label($0).count }.max() ?? 0)
    return found.map { advertisement in
      let name = label(advertisement)
      let strength = advertisement.rssi.map { "\($0) dBm" } ?? "?"
      let family = Families.driver(for: advertisement)?.family.name ?? ""
      let padded = name + String(repeating: " ", count: width - name.count)
      return "\(terminal.paint(padded, family.isEmpty ? .faint : .bold))  \(advertisement.device)  \(strength)  "
        + terminal.paint(family, .green)
    }.map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }
}
