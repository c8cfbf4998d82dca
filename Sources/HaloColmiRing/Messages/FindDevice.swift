extension ColmiRing {
  /// Makes the ring blink: `→ 50 55 AA`. The ring acknowledges it.
  enum FindDevice {
    static let command: UInt8 = 0x50
    static let form = PacketForm(
      command: command, request: { $0.starts(with: mark) ? .findDevice : nil })
    static let request = Packet(command, mark)
    private static let mark: [UInt8] = [0x55, 0xAA]
  }
}
