public import HaloWearables

extension ColmiRing {
  /// What the ring expects of the phone.
  ///
  /// ```
  /// ← 3C 00 8C 27 00 28 80 …
  ///   0     2
  ///   2 bit 08: wants a bond
  /// ```
  public struct DeviceSupport: RingMessage {
    static let command: UInt8 = 0x3C
    static let form = PacketForm(
      command: command, message: { .deviceSupport(DeviceSupport($0)) }, request: { _ in .deviceSupport },
      redacted: { packet, _ in DeviceSupport(packet).packet })

    /// Whether the ring wants to be bonded.
    public let wantsBond: Bool

    /// A ring that wants a bond, or does not.
    public init(wantsBond: Bool) { self.wantsBond = wantsBond }

    init(_ packet: Packet) { wantsBond = packet[2] & 0x08 != 0 }

    /// The answer that says so.
    public var packet: Packet { Packet(Self.command, [0, wantsBond ? 0x08 : 0]) }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("type", "deviceSupport")
      fields.field("wantsBond", wantsBond)
    }
  }
}
