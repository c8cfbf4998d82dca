/// A company identifier assigned by the Bluetooth SIG. 0 means no company.
public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt16

  /// The company with that number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The company with that number.
  public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}
