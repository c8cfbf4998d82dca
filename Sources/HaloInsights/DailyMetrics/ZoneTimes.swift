/// The time in each heart-rate zone. A logged rate holds until the next one, for ten minutes at most. Time without a
/// measurement is in no zone.
public struct ZoneTimes: Sendable, Hashable {
  /// The longest time that a rate holds without a newer one.
  public static let hold = Duration.minutes(10)

  public let zones: HeartRateZones
  /// Minutes in each zone; the first number is the time below zone 1.
  public let minutes: [Double]
  /// Minutes with a known rate.
  public var measured: Double { minutes.reduce(0, +) }

  /// The times in zones within a day, from the rates of one device in order of time.
  public init(_ rates: [MeasuredValue], in day: DaySpan, zones: HeartRateZones) {
    self.zones = zones
    var minutes = [Double](repeating: 0, count: HeartRateZones.all.count + 1)
    let start = day.start.milliseconds
    let end = day.end.milliseconds
    let minute = Double(Duration.minutes(1).milliseconds)
    let hold = Self.hold.milliseconds
    for (index, rate) in rates.enumerated() {
      let next = index + 1 < rates.count ? rates[index + 1].time.milliseconds : Int.max
      let begin = max(rate.time.milliseconds, start)
      let stop = min(next, rate.time.milliseconds + hold, end)
      guard begin < stop else { continue }
      minutes[zones.zone(of: rate.value)] += Double(stop - begin) / minute
    }
    self.minutes = minutes
  }
}
