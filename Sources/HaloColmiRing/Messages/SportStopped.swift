public import HaloWearables

extension ColmiRing {
  /// A sport session has ended: `← 77 00 00 …`.
  public struct SportStopped: RingMessage {
    /// Creates the message.
    public init() {}

    /// `nil` if the packet is another answer to command 77.
    init?(_ packet: Packet) {
      guard packet[1] == 0, packet[2] == 0 else { return nil }
    }

    /// The encoded answer.
    public var packet: Packet { Packet(SportControl.form.command) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("type", "sportStopped")
    }
  }
}
