public import HaloHealth

/// How long the heart beat in each zone of effort.
public struct ZonesReport: Codable, Sendable, Hashable {
  /// A zone.
  public struct Zone: Codable, Sendable, Hashable {
    /// Its number, 1…5; 0 is the time below zone 1.
    public let zone: Int
    /// Its name.
    public let name: Phrase
    /// Its lowest and highest heart rate, in beats a minute; `nil` if it has none.
    public let low: Int?
    public let high: Int?
    /// The same in words: `94 to 111 bpm`.
    public let range: Phrase
    /// Time in it, in seconds.
    public let seconds: Double
    /// Time in it, in minutes, to a tenth.
    public let minutes: Double
    /// Time in it in words: `1 h 12 min`.
    public let text: Phrase
  }

  /// The highest heart rate that the zones are of, in whole beats a minute.
  public let maximum: Double
  /// Whether it is estimated from the age.
  public let isEstimate: Bool
  /// Minutes with a heart rate, to a tenth.
  public let measuredMinutes: Double
  /// The time below zone 1, and the zones.
  public let zones: [Zone]
  /// What one has to know to read them.
  public let note: Phrase

  /// The zones of a wearer, with the seconds in each; the first number is the time below zone 1.
  public init(_ zones: HeartRateZones, seconds: [Double]) {
    let measured = seconds.reduce(0, +) / 60
    maximum = zones.maximum.rounded()
    isEstimate = zones.isEstimate
    measuredMinutes = Self.tenths(measured)
    self.zones = seconds.enumerated().map { Zone($0, of: zones, seconds: $1) }
    let basis =
      isEstimate
      ? Phrase(
        "Of a highest heart rate of \(maximum, digits: 0) bpm, which is an estimate from your age and may be off by ten beats."
      )
      : Phrase("Of a highest heart rate of \(maximum, digits: 0) bpm.")
    let length = MeasureWords.duration(minutes: Int(measured.rounded()))
    let below = self.zones.first.flatMap { $0.zone == 0 && $0.minutes > 0 ? $0.text : nil }
    note =
      below.map {
        Phrase("\(basis) Measured for \(length), of which \($0) below zone 1; what was not measured is in no zone.")
      } ?? Phrase("\(basis) Measured for \(length); what was not measured is in no zone.")
  }

  /// Why there are no zones: what they are worked out from is not known, or nothing was measured.
  public static func reason(_ zones: HeartRateZones?) -> Phrase {
    zones == nil
      ? Phrase("Zones are worked out from your year of birth or your highest heart rate: set one in your profile.")
      : Phrase("No heart rate was measured.")
  }

  fileprivate static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension ZonesReport.Zone {
  fileprivate init(_ zone: Int, of zones: HeartRateZones, seconds: Double) {
    self.zone = zone
    self.seconds = seconds
    minutes = ZonesReport.tenths(seconds / 60)
    text = MeasureWords.duration(minutes: Int((seconds / 60).rounded()))
    name = zone == 0 ? Phrase("Below the zones") : Phrase("Zone \(zone)")
    let (low, high) = (zones.lowest(of: zone), zones.lowest(of: zone + 1) - 1)
    self.low = zone == 0 ? nil : low
    self.high = zone == HeartRateZones.all.upperBound ? nil : high
    range =
      zone == 0
      ? Phrase("under \(high + 1) bpm")
      : zone == HeartRateZones.all.upperBound ? Phrase("\(low) bpm and more") : Phrase("\(low) to \(high) bpm")
  }
}
