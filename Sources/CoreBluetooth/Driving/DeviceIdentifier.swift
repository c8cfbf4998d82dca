import Foundation
package import HaloBluetooth

/// A device's identifier, the same in every launch.
///
/// Apple systems generate it randomly and store it. Here it contains the device's address, as
/// `48616C6F-0000-8000-8000-` and the address, so that a new launch can connect to the device without stored data.
/// (It is a UUID of version 8, which is free for such use: RFC 9562, 5.8.) If a radio identifies devices by something
/// else than an address, the identifier is a hash of that, and the device has to be found by a scan first.
package struct DeviceIdentifier: Hashable, Sendable {
  /// The identifier for Core Bluetooth.
  package let uuid: UUID

  package init(_ uuid: UUID) { self.uuid = uuid }

  /// The identifier of a device.
  package init(_ device: DeviceID) {
    let text = device.text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 6, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { "0123456789ABCDEF".contains($0) } }),
      let uuid = UUID(uuidString: Self.prefix + parts.joined())
    {
      self.uuid = uuid
      return
    }
    // FNV-1a, twice.
    func hash(_ start: UInt64) -> UInt64 { text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 } }
    let high = hash(14_695_981_039_346_656_037), low = hash(high ^ 0x4861_6C6F)
    var bytes = high.bigEndianBytes + low.bigEndianBytes
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    uuid = UUID(uuid: bytes.withUnsafeBytes { $0.load(as: uuid_t.self) })
  }

  private static let prefix = "48616C6F-0000-8000-8000-"

  /// The device, if the identifier contains an address.
  package var address: DeviceID? {
    let text = uuid.uuidString
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = Array(text.dropFirst(Self.prefix.count))
    return DeviceID(stride(from: 0, to: 12, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(separator: ":"))
  }
}
