extension ColmiRing {
  /// Erases the ring: `→ FF 66 66`.
  enum FactoryReset {
    static let command: UInt8 = 0xFF
    static let form = DeviceError.form(command, request: { $0.starts(with: mark) ? .factoryReset : nil })
    static let request = Packet(command, mark)
    private static let mark: [UInt8] = [0x66, 0x66]
  }
}
