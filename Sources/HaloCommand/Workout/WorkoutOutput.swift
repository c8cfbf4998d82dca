import HaloHealth
import HaloReports

/// A workout as printed by `--json`.
struct WorkoutOutput: Encodable {
  struct Zone: Encodable {
    let zone: Int
    let fromBeatsPerMinute: Int?
    let seconds: Double
  }

  let number: Int
  let kind: String
  let start: String
  let seconds: Double
  let paused: Double?
  let wearer: String
  let machine: String?
  let heart: String?
  let meters: Double?
  /// Energy as estimated by the machine.
  let kilocalories: Double?
  let distanceCount: WorkoutCount?
  let energyCount: WorkoutCount?
  let heartRate: WorkoutReport.Spread?
  let metersPerSecond: WorkoutReport.Spread?
  let watts: WorkoutReport.Spread?
  let perMinute: WorkoutReport.Spread?
  let maximumHeartRate: Double?
  let maximumHeartRateIsEstimate: Bool?
  let zones: [Zone]?
  let figures: [Figure]
  let notes: [String: Phrase]?

  init(_ report: WorkoutReport) {
    number = report.id
    kind = report.sport.rawValue
    start = "\(report.start)"
    (seconds, paused) = (report.seconds, report.paused)
    wearer = report.wearer
    (machine, heart) = (report.machine, report.heart)
    (meters, kilocalories) = (report.distance, report.energy)
    (distanceCount, energyCount) = (report.distanceCount, report.energyCount)
    heartRate = report.spreads?["heart-rate"]
    metersPerSecond = report.spreads?["speed"]
    watts = report.spreads?["power"]
    perMinute = report.spreads?["cadence"]
    maximumHeartRate = report.zones?.maximum
    maximumHeartRateIsEstimate = report.zones?.isEstimate
    zones = report.zones?.zones.map { Zone(zone: $0.zone, fromBeatsPerMinute: $0.low, seconds: $0.seconds) }
    (figures, notes) = (report.figures, report.notes)
  }
}
