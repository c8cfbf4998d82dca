extension EverestW311 {
  /// The activity minutes of a day, and the charge: the packet after ``StepTotals``, without a head of its own.
  ///
  /// ```
  /// ← 01 A4 02 1C 00 4A 00 14 00 2C 00 0A 00 00 00 00 00 00 57 00
  ///   0     2     4     6     8     10    12    14    16    18 19
  ///   walkMinutes: the first is the sum of all paces · 19 zero
  /// ```
  ///
  /// From documents only.
  public struct DayDetails: WatchMessage {
    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("sleepMinutes", 0..<2), ByteField("restMinutes", 2..<4), ByteField("walkMinutes", 4..<6),
      ByteField("walkSlowMinutes", 6..<8), ByteField("walkMediumMinutes", 8..<10),
      ByteField("walkFastMinutes", 10..<12), ByteField("runSlowMinutes", 12..<14),
      ByteField("runMediumMinutes", 14..<16), ByteField("runFastMinutes", 16..<18),
      ByteField("batteryPercent", 18..<19),
    ]

    /// The encoded packet.
    public let bytes: [UInt8]
    /// Minutes asleep.
    public var sleepMinutes: Int { minutes(0) }
    /// Minutes at rest.
    public var restMinutes: Int { minutes(1) }
    /// Minutes of walking: total, slow, medium, fast.
    public var walkMinutes: [Int] { (2..<6).map(minutes) }
    /// Minutes of running: slow, medium, fast.
    public var runMinutes: [Int] { (6..<9).map(minutes) }
    /// The charge in percent.
    public var batteryPercent: Int { Int(bytes[18]) }

    static let length = 20

    /// Creates the minutes of a day; missing paces are 0.
    public init(sleepMinutes: Int, restMinutes: Int, walkMinutes: [Int], runMinutes: [Int], batteryPercent: Int) {
      func paces(_ values: [Int], _ count: Int) -> [Int] {
        (0..<count).map { values.indices.contains($0) ? values[$0] : 0 }
      }
      var bytes: [UInt8] = []
      for value in [sleepMinutes, restMinutes] + paces(walkMinutes, 4) + paces(runMinutes, 3) {
        bytes.append(bigEndian: min(max(value, 0), 0xFFFF))
      }
      self.bytes = bytes + [UInt8(min(max(batteryPercent, 0), 100)), 0]
    }

    /// `nil` if the bytes cannot be this packet.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.length, bytes[18] <= 100 else { return nil }
      self.bytes = bytes
    }

    private func minutes(_ index: Int) -> Int { bytes.bigEndian(at: index * 2) }

    var frames: [[UInt8]] { [bytes] }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("batteryPercent", batteryPercent)
      fields.field("restMinutes", restMinutes)
      fields.field("runFastMinutes", minutes(8))
      fields.field("runMediumMinutes", minutes(7))
      fields.field("runSlowMinutes", minutes(6))
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("type", "dayDetails")
      fields.field("verified", false)
      fields.field("walkFastMinutes", minutes(5))
      fields.field("walkMediumMinutes", minutes(4))
      fields.field("walkMinutes", minutes(2))
      fields.field("walkSlowMinutes", minutes(3))
    }
  }
}
