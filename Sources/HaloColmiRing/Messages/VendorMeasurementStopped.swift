public import HaloWearables

extension ColmiRing {
  /// A ``VendorMeasurement`` has ended: `← 6A 0D …`, the same answer as ``RealTimeStopped``.
  public struct VendorMeasurementStopped: RingMessage {
    /// Which bytes hold which field of the JSON line.
    public static let byteMap = [ByteField("of", 1..<2)]

    /// What was measured.
    public let measurement: VendorMeasurement

    /// The end of a measurement.
    public init(of measurement: VendorMeasurement) { self.measurement = measurement }

    /// `nil` if the packet ends another measurement.
    init?(_ packet: Packet) {
      guard let measurement = VendorMeasurement(rawValue: packet[1]) else { return nil }
      self.init(of: measurement)
    }

    /// The answer.
    public var packet: Packet { measurement.stopRequest }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", measurement.type)
      fields.field("type", "realTimeStopped")
    }
  }
}
