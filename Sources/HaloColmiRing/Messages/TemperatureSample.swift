extension ColmiRing {
  /// One measurement of the skin temperature.
  public struct TemperatureSample: MessageFields, Hashable {
    /// The start of the slot.
    public let time: TimeOfDay
    /// Degrees Celsius, with as many decimals as the ring sends.
    public let celsius: FixedDecimal

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("celsius", celsius)
      fields.field("time", time)
    }
  }
}
