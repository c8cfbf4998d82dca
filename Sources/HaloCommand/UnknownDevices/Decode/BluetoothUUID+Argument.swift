extension BluetoothUUID: ExpressibleByArgument {
  /// Parses a UUID, such as `2A37`. Returns `nil` if `argument` is not a UUID.
  public init?(argument: String) { self.init(argument) }
}
