extension ColmiRing {
  /// Turns the ring off: `→ 08 01`. The ring acknowledges it.
  enum PowerOff {
    static let command: UInt8 = 0x08
    static let form = PacketForm(
      command: command, request: { $0.starts(with: mark) ? .powerOff : nil })
    static let request = Packet(command, mark)
    private static let mark: [UInt8] = [0x01]
  }
}
