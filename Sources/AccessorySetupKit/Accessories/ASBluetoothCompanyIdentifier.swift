#if !canImport(Darwin)
  /// A company that makes Bluetooth devices, by the number that the Bluetooth SIG gave it. 0 names none.
  public struct ASBluetoothCompanyIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16

    /// The company of that number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The company of that number.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
  }
#endif
