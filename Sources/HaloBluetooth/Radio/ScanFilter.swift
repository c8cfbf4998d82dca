/// A filter for the advertisements of a scan. Systems merge the filters of all programs, so Halo filters each
/// advertisement again.
public struct ScanFilter: Hashable, Sendable {
  /// Only devices that advertise one of these services; all devices if empty.
  public var services: [BluetoothUUID]
  /// Only devices whose name contains this text, in either case.
  public var name: String?
  /// Only devices with at least this signal strength, in dBm.
  public var minimumRSSI: Int?

  /// A filter. Omitted conditions match every advertisement.
  public init(services: [BluetoothUUID] = [], name: String? = nil, minimumRSSI: Int? = nil) {
    self.services = services
    self.name = name
    self.minimumRSSI = minimumRSSI
  }

  /// Returns true if an advertisement passes. One of unknown signal strength passes no minimum.
  public func matches(_ advertisement: Advertisement) -> Bool {
    let hasService = services.isEmpty || services.contains { advertisement.services.contains($0) }
    let hasName = name.map { (advertisement.name ?? "").lowercased().contains($0.lowercased()) } ?? true
    let isStrong = minimumRSSI.map { (advertisement.rssi ?? .min) >= $0 } ?? true
    return hasService && hasName && isStrong
  }
}
