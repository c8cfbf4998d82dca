import HaloHealth
import HaloInsights
import HaloJournal

/// A workout as `--json` prints it.
struct WorkoutOutput: Encodable {
  struct Spread: Encodable {
    let average: Double
    let maximum: Double
    let seconds: Double

    init(_ spread: WorkoutSummary.Spread) {
      average = Self.hundredths(spread.average)
      maximum = Self.hundredths(spread.maximum)
      seconds = spread.seconds
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
  }

  struct Zone: Encodable {
    let zone: Int
    let fromBeatsPerMinute: Int?
    let seconds: Double
  }

  let number: Int
  let kind: String
  let start: String
  let seconds: Double
  let wearer: String
  let machine: String?
  let heart: String?
  let meters: Double?
  /// The machine's estimate.
  let kilocalories: Double?
  var heartRate: Spread?
  var metersPerSecond: Spread?
  var watts: Spread?
  var perMinute: Spread?
  var maximumHeartRate: Double?
  var maximumHeartRateIsEstimate: Bool?
  var zones: [Zone]?

  init(_ report: WorkoutReport) {
    let workout = report.stored.workout
    number = report.stored.id
    kind = workout.kind.rawValue
    start = "\(workout.start)"
    seconds = Double(workout.length) / 1000
    wearer = report.stored.wearer
    machine = report.machine
    heart = report.heart
    meters = report.recording.meters.map { ($0 * 10).rounded() / 10 }
    kilocalories = workout.kilocalories
    heartRate = report.summary.heartRate.map(Spread.init)
    metersPerSecond = report.summary.speed.map(Spread.init)
    watts = report.summary.power.map(Spread.init)
    perMinute = report.summary.cadence.map(Spread.init)
    guard let zones = report.zones else { return }
    maximumHeartRate = zones.maximum
    maximumHeartRateIsEstimate = zones.isEstimate
    self.zones = report.summary.secondsInZones.enumerated().map { zone, seconds in
      Zone(zone: zone, fromBeatsPerMinute: zone == 0 ? nil : zones.lowest(of: zone), seconds: seconds)
    }
  }
}
