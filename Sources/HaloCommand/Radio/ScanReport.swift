import HaloBluetooth
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Devices as `halo scan` prints them, strongest first.
enum ScanReport {
  private struct Line: Encodable {
    let device: String
    let name: String?
    let rssi: Int?
    let services: [String]
    let family: String?
  }

  static func table(_ found: [Advertisement], _ terminal: Terminal) -> String {
    func label(_ advertisement: Advertisement) -> String { advertisement.name.map(Words.printable) ?? "(no name)" }
    let width = max(4, found.map { label($0).count }.max() ?? 0)
    return found.map { advertisement in
      let name = label(advertisement)
      let strength = advertisement.rssi.map { "\($0) dBm" } ?? "?"
      let family = ColmiRingDriver.match(advertisement) == nil ? "" : ColmiRingDriver.family.name
      let padded = name + String(repeating: " ", count: width - name.count)
      return "\(terminal.paint(padded, family.isEmpty ? .faint : .bold))  \(advertisement.device)  \(strength)  "
        + terminal.paint(family, .green)
    }.map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }

  static func lines(_ found: [Advertisement]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try found.map { advertisement in
      let line = Line(
        device: advertisement.device.text, name: advertisement.name, rssi: advertisement.rssi,
        services: advertisement.services.map(\.description),
        family: ColmiRingDriver.match(advertisement) == nil ? nil : ColmiRingDriver.family.id)
      return String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
    }.joined()
  }
}
