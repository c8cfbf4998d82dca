/// Statistics of a workout. A value holds until the next one, for ``hold`` at most: time without measurements is in no
/// mean. (In a recording from the journal each live value has points for three seconds already, so the total is ten.)
/// A logged value holds for the usual time between them, and for five minutes at most.
public struct WorkoutSummary: Sendable, Hashable {
  /// The longest time that a live value holds without a newer one, in seconds.
  public static let hold = 7.0

  /// Mean and highest value of a quantity.
  public struct Spread: Codable, Sendable, Hashable {
    /// Mean over the time with known values.
    public let average: Double
    /// Highest value.
    public let maximum: Double
    /// The time with known values, in seconds.
    public let seconds: Double

    /// Rounds average and maximum, such as to tenths with 10 parts.
    package func rounded(parts: Double) -> Spread {
      Spread(average: average.rounded(parts: parts), maximum: maximum.rounded(parts: parts), seconds: seconds)
    }
  }

  /// Distance in meters: the workout's own if it has one, otherwise the last measured value.
  public let meters: Double?
  /// Heart rate in beats per minute.
  public let heartRate: Spread?
  /// Speed in meters per second.
  public let speed: Spread?
  /// Power in watts.
  public let power: Spread?
  /// Steps, strokes or crank revolutions per minute.
  public let cadence: Spread?
  /// Inclination in percent.
  public let inclination: Spread?
  /// Resistance level.
  public let resistance: Spread?
  /// What the machine counted: strokes, strides, steps, floors, meters of height.
  public let counts: [Metric: Double]
  /// The metrics that were computed from a counter, because the machine did not send them.
  public let derived: Set<Metric>
  /// The origin of each metric's values, if it is known.
  public let origins: [Metric: WorkoutRecording.Origin]
  /// Seconds in each zone; the first number is the time below zone 1. Empty if the zones are unknown.
  public let secondsInZones: [Double]

  /// The statistics of a workout; by `zones` if the wearer's zones are known.
  public init(_ recording: WorkoutRecording, zones: HeartRateZones?) {
    let points = recording.points
    meters = recording.meters
    counts = recording.counts
    derived = recording.derived
    origins = recording.origins
    let end = recording.end.milliseconds
    func held(_ metric: Metric, _ value: (WorkoutRecording.Point) -> Double?) -> [(value: Double, seconds: Double)] {
      let hold = recording.origins[metric]?.hold.map { Double($0) / 1000 } ?? Self.hold
      let known = points.compactMap { point in value(point).map { (time: point.time.milliseconds, value: $0) } }
      return known.enumerated().map { index, point in
        let next = index + 1 < known.count ? known[index + 1].time : end
        return (point.value, min(max(0, Double(next - point.time) / 1000), hold))
      }
    }
    let rates = held(.heartRate) { $0.heartRate.map { Double($0) } }
    heartRate = Self.spread(rates)
    speed = Self.spread(held(.speed, \.speed))
    power = Self.spread(held(.power) { $0.watts.map { Double($0) } })
    cadence = Self.spread(held(.cadence) { $0.cadence.map { Double($0) } })
    inclination = Self.spread(held(.inclination, \.inclination))
    resistance = Self.spread(held(.resistance, \.resistance))
    guard let zones, !rates.isEmpty else {
      secondsInZones = []
      return
    }
    var seconds = [Double](repeating: 0, count: HeartRateZones.all.count + 1)
    for (rate, time) in rates { seconds[zones.zone(of: rate)] += time }
    secondsInZones = seconds
  }

  private static func spread(_ values: [(value: Double, seconds: Double)]) -> Spread? {
    guard let maximum = values.map(\.value).max() else { return nil }
    let seconds = values.reduce(0) { $0 + $1.seconds }
    let sum = values.reduce(0) { $0 + $1.value * $1.seconds }
    return Spread(average: seconds > 0 ? sum / seconds : maximum, maximum: maximum, seconds: seconds)
  }
}
