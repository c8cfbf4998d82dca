extension ColmiRing {
  /// A ``VendorMeasurement`` has ended: `← 6A 0D …`, encoded like ``RealTimeStopped``.
  public struct VendorMeasurementStopped: RingMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("of", 1..<2)]

    public let measurement: VendorMeasurement

    /// Creates the end of a measurement.
    public init(of measurement: VendorMeasurement) { self.measurement = measurement }

    /// `nil` if the packet ends another measurement.
    init?(_ packet: Packet) {
      guard let measurement = VendorMeasurement(rawValue: packet[1]) else { return nil }
      self.init(of: measurement)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", measurement.type)
      fields.field("type", "realTimeStopped")
    }
  }
}
