public import HaloWearables

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

    /// Minutes asleep.
    public let sleepMinutes: Int
    /// Minutes at rest.
    public let restMinutes: Int
    /// Minutes of walking: total, slow, medium, fast.
    public let walkMinutes: [Int]
    /// Minutes of running: slow, medium, fast.
    public let runMinutes: [Int]
    /// The charge in percent.
    public let batteryPercent: Int
    private let last: UInt8

    static let length = 20

    /// Creates the minutes of a day; missing paces are 0.
    public init(sleepMinutes: Int, restMinutes: Int, walkMinutes: [Int], runMinutes: [Int], batteryPercent: Int) {
      func minutes(_ value: Int) -> Int { min(max(value, 0), 0xFFFF) }
      func paces(_ values: [Int], _ count: Int) -> [Int] {
        (0..<count).map { values.indices.contains($0) ? minutes(values[$0]) : 0 }
      }
      self.sleepMinutes = minutes(sleepMinutes)
      self.restMinutes = minutes(restMinutes)
      self.walkMinutes = paces(walkMinutes, 4)
      self.runMinutes = paces(runMinutes, 3)
      self.batteryPercent = min(max(batteryPercent, 0), 100)
      last = 0
    }

    /// `nil` if the bytes cannot be this packet.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.length, bytes[18] <= 100 else { return nil }
      let minutes = (0..<9).map { bytes.bigEndian(at: $0 * 2) }
      sleepMinutes = minutes[0]
      restMinutes = minutes[1]
      walkMinutes = [Int](minutes[2..<6])
      runMinutes = [Int](minutes[6...])
      batteryPercent = Int(bytes[18])
      last = bytes[19]
    }

    /// The encoded packet.
    public var bytes: [UInt8] {
      var bytes: [UInt8] = []
      for value in [sleepMinutes, restMinutes] + walkMinutes + runMinutes { bytes.append(bigEndian: value) }
      return bytes + [UInt8(clamping: batteryPercent), last]
    }

    var frames: [[UInt8]] { [bytes] }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("batteryPercent", batteryPercent)
      fields.field("restMinutes", restMinutes)
      fields.field("runFastMinutes", runMinutes[2])
      fields.field("runMediumMinutes", runMinutes[1])
      fields.field("runSlowMinutes", runMinutes[0])
      fields.field("sleepMinutes", sleepMinutes)
      fields.field("type", "dayDetails")
      fields.field("verified", false)
      fields.field("walkFastMinutes", walkMinutes[3])
      fields.field("walkMediumMinutes", walkMinutes[2])
      fields.field("walkMinutes", walkMinutes[0])
      fields.field("walkSlowMinutes", walkMinutes[1])
    }
  }
}
