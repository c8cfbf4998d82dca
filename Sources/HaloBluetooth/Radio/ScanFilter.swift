/// Which advertisements a scan gives. Radios merge the filters of all their users, so Halo asks each advertisement again.
public struct ScanFilter: Hashable, Sendable {
  /// Only devices that advertise one of these services; all where empty.
  public var services: [BluetoothUUID]
  /// Only devices whose name holds this text, in either case.
  public var name: String?
  /// Only devices at least this strong, in dBm.
  public var minimumRSSI: Int?

  /// A filter; what is left out lets everything through.
  public init(services: [BluetoothUUID] = [], name: String? = nil, minimumRSSI: Int? = nil) {
    self.services = services
    self.name = name
    self.minimumRSSI = minimumRSSI
  }

  /// Whether an advertisement passes. One without a signal strength passes any.
  public func matches(_ advertisement: Advertisement) -> Bool {
    let hasService = services.isEmpty || services.contains { advertisement.services.contains($0) }
    let hasName = name.map { (advertisement.name ?? "").lowercased().contains($0.lowercased()) } ?? true
    let isStrong = minimumRSSI.map { (advertisement.rssi ?? 0) >= $0 } ?? true
    return hasService && hasName && isStrong
  }
}
