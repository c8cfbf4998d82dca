public import HaloWearables

extension ColmiRing {
  /// A live measurement has ended.
  ///
  /// ```
  /// ← 6A 01 58 …
  ///   0  1  2
  ///   1 quantity · 2 final value of heart rate and SpO₂; 0 for HRV and stress
  /// ```
  public struct RealTimeStopped: RingMessage {
    /// What was measured.
    public let quantity: RealTime.Quantity
    /// The final value, 1…255, where there is one.
    public let value: Int?

    /// The end of measuring `quantity`.
    public init(of quantity: RealTime.Quantity, value: Int? = nil) {
      self.quantity = quantity
      self.value = value
    }

    init?(_ packet: Packet) {
      guard let quantity = RealTime.Quantity(code: packet[1]) else { return nil }
      self.init(of: quantity, value: packet[2] == 0 ? nil : Int(packet[2]))
    }

    /// The frame that says so.
    public var packet: Packet { Packet(Command.stopRealTime, [quantity.code, UInt8(clamping: value ?? 0)]) }

    /// Whether a message answers the request to stop a measurement.
    static func isAnswer(_ message: Message, of quantity: RealTime.Quantity) -> Bool {
      if case .realTimeStopped(let stopped) = message { stopped.quantity == quantity } else { false }
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", quantity.rawValue)
      fields.field("type", "realTimeStopped")
      fields.field("value", ifPresent: value)
    }
  }
}
