/// Time in heart rate zones.
public struct ZonesReport: Codable, Sendable, Hashable {
  /// A zone.
  public struct Zone: Codable, Sendable, Hashable {
    /// The zone's number, 1…5; 0 is the time below zone 1.
    public let zone: Int
    /// The display name.
    public let name: Phrase
    /// The zone's lowest heart rate, in beats per minute; `nil` if it has no lower limit.
    public let low: Int?
    /// The zone's highest heart rate, in beats per minute; `nil` if it has no upper limit.
    public let high: Int?
    /// The range in words: `94 to 111 bpm`.
    public let range: Phrase
    /// Time in the zone, in seconds.
    public let seconds: Double
    /// Time in the zone in minutes, rounded to tenths.
    public let minutes: Double
    /// Time in the zone in words: `1 h 12 min`.
    public let text: Phrase
  }

  /// The maximum heart rate that defines the zones, in whole beats per minute.
  public let maximum: Double
  /// True if the maximum is estimated from the age.
  public let isEstimate: Bool
  /// Minutes with heart rate data, rounded to tenths.
  public let measuredMinutes: Double
  /// The time below zone 1, and the zones.
  public let zones: [Zone]
  /// A note for interpreting the zones.
  public let note: Phrase

  /// Creates the report with the seconds in each zone. The first number is the time below zone 1.
  public init(_ zones: HeartRateZones, seconds: [Double]) {
    let measured = seconds.reduce(0, +) / 60
    maximum = zones.maximum.rounded()
    isEstimate = zones.isEstimate
    measuredMinutes = measured.rounded(parts: 10)
    self.zones = seconds.enumerated().map { Zone($0, of: zones, seconds: $1) }
    let basis =
      isEstimate
      ? Phrase(
        "Based on a maximum heart rate of \(maximum, digits: 0) bpm, estimated from your age. It may be off by ten beats."
      )
      : Phrase("Based on a maximum heart rate of \(maximum, digits: 0) bpm.")
    let length = MeasureWording.duration(minutes: Int(measured.rounded()))
    let below = self.zones.first.flatMap { $0.zone == 0 && $0.minutes > 0 ? $0.text : nil }
    note =
      below.map {
        Phrase("\(basis) Measured for \(length), of which \($0) were below zone 1. Time without data is not counted.")
      } ?? Phrase("\(basis) Measured for \(length). Time without data is not counted.")
  }

  /// Why there are no zones: the profile has too little data, or no heart rate was measured.
  public static func reason(_ zones: HeartRateZones?) -> Phrase {
    zones == nil
      ? Phrase("Zones need your year of birth or your maximum heart rate. Set one of them in your profile.")
      : Phrase("No heart rate was measured.")
  }
}

extension ZonesReport.Zone {
  fileprivate init(_ zone: Int, of zones: HeartRateZones, seconds: Double) {
    self.zone = zone
    self.seconds = seconds
    minutes = (seconds / 60).rounded(parts: 10)
    text = MeasureWording.duration(minutes: Int((seconds / 60).rounded()))
    name = zone == 0 ? Phrase("Below zone 1") : Phrase("Zone \(zone)")
    let low = zones.lowest(of: zone)
    let high = zones.lowest(of: zone + 1) - 1
    self.low = zone == 0 ? nil : low
    self.high = zone == HeartRateZones.all.upperBound ? nil : high
    range =
      zone == 0
      ? Phrase("under \(high + 1) bpm")
      : zone == HeartRateZones.all.upperBound ? Phrase("\(low) bpm or more") : Phrase("\(low) to \(high) bpm")
  }
}
