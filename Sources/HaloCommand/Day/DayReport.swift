import HaloHealth
import HaloInsights

/// A day as JSON. `from` are the frames that a part came from: lines of the file, or the numbers of the journal's frames.
struct DayReport: Encodable {
  struct Movement: Encodable {
    let basis: DaySummary.Movement.Basis
    let steps: Int
    let meters: Int
    let kilocalories: Double
    let activeMinutes: Int?
    let intervals: [Interval]
    let from: [Int]
  }

  struct Interval: Encodable {
    let time: TimeOfDay
    let minutes: Int
    let steps: Int
  }

  struct Series: Encodable {
    let unit: Unit
    let minimum: Double
    let average: Double
    let maximum: Double
    let samples: [Value]
    let from: [Int]
  }

  struct Value: Encodable {
    let time: TimeOfDay
    let value: Double
    let source: SampleSource
  }

  struct Oxygen: Encodable {
    let minimum: Double
    let maximum: Double
    let hours: [Hour]
    let from: [Int]
  }

  struct Hour: Encodable {
    let hour: Int
    let minimum: Double?
    let maximum: Double?
  }

  struct Sleep: Encodable {
    let start: WallClock
    let end: WallClock
    let minutes: Int
    let minutesAsleep: Int
    let minutesOfStage: [String: Int]
    /// Whether its time is doubtful: the device's clock was wrong, or showed this time twice.
    let doubtful: Bool
    let stages: [Stretch]
    let from: [Int]
  }

  struct Stretch: Encodable {
    let start: TimeOfDay
    let minutes: Int
    let stage: SleepStage?
  }

  let date: CalendarDate
  let today: CalendarDate
  let movement: Movement?
  let nights: [Sleep]
  let naps: [Sleep]
  let heartRate: Series?
  let oxygen: Oxygen?
  let stress: Series?
  let heartRateVariability: Series?
  let skinTemperature: Series?
  /// How the file could be read; only of `halo day`.
  let file: DayRecording.Counts?
  /// What was computed of the day; only of days of the journal.
  let insights: [String: InsightOutput]?
  /// What became of the night; only of days of the journal.
  let night: NightAccount?
  /// Of how much of the day its numbers are; only of days of the journal.
  let coverage: CoverageOutput?

  init(
    _ day: DaySummary, today: CalendarDate, counts: DayRecording.Counts? = nil, insights: DayInsights? = nil,
    coverage: DayCoverage? = nil
  ) {
    self.coverage = coverage.map(CoverageOutput.init)
    self.insights = insights.map(InsightOutput.all)
    night = insights?.nightAccount
    date = day.date
    self.today = today
    movement = day.movement.map { Self.movement($0, steps: day.samples[.steps] ?? []) }
    nights = day.nights.map(Self.sleep)
    naps = day.naps.map(Self.sleep)
    heartRate = Self.series(day.samples[.heartRate])
    oxygen = Self.oxygen(day)
    stress = Self.series(day.samples[.stress])
    heartRateVariability = Self.series(day.samples[.heartRateVariability])
    skinTemperature = Self.series(day.samples[.skinTemperature])
    file = counts
  }

  /// All frames that parts of the day came from.
  var frames: [Int] {
    let parts =
      [movement?.from, heartRate?.from, oxygen?.from, stress?.from, heartRateVariability?.from, skinTemperature?.from]
      + (nights + naps).map(\.from)
    return parts.flatMap { $0 ?? [] }
  }

  private static func movement(_ movement: DaySummary.Movement, steps: [Sample]) -> Movement {
    Movement(
      basis: movement.basis, steps: movement.steps, meters: movement.meters, kilocalories: movement.kilocalories,
      activeMinutes: movement.activeMinutes,
      intervals: steps.map { Interval(time: $0.start.time, minutes: $0.minutes, steps: Int($0.value)) },
      from: movement.provenance.frames)
  }

  private static func series(_ samples: [Sample]?) -> Series? {
    guard let samples, let statistics = Statistics(samples), let first = samples.first else { return nil }
    return Series(
      unit: first.metric.unit, minimum: statistics.minimum, average: statistics.average, maximum: statistics.maximum,
      samples: samples.map { Value(time: $0.start.time, value: $0.value, source: $0.source) }, from: from(samples))
  }

  private static func oxygen(_ day: DaySummary) -> Oxygen? {
    let low = day.samples[.oxygenSaturationMinimum] ?? []
    let high = day.samples[.oxygenSaturationMaximum] ?? []
    guard let statistics = Statistics((low + high).map(\.value)) else { return nil }
    let hours = (0..<24).compactMap { hour -> Hour? in
      let minimum = low.first { $0.start.time.hour == hour }?.value
      let maximum = high.first { $0.start.time.hour == hour }?.value
      return minimum == nil && maximum == nil ? nil : Hour(hour: hour, minimum: minimum, maximum: maximum)
    }
    return Oxygen(
      minimum: statistics.minimum, maximum: statistics.maximum, hours: hours, from: from(low + high))
  }

  private static func sleep(_ night: Night) -> Sleep {
    var start = night.start
    let stages = night.stages.map { stretch in
      defer { start = start.adding(minutes: stretch.minutes) }
      return Stretch(start: start.time, minutes: stretch.minutes, stage: stretch.stage)
    }
    let ofStage = SleepStage.allCases.map { ($0.rawValue, night.minutes(in: $0)) }
    return Sleep(
      start: night.start, end: night.end, minutes: night.minutes, minutesAsleep: night.minutesAsleep,
      minutesOfStage: Dictionary(uniqueKeysWithValues: ofStage), doubtful: night.isDoubtful, stages: stages,
      from: night.provenance.frames)
  }

  private static func from(_ samples: [Sample]) -> [Int] {
    Set(samples.flatMap(\.provenance.frames)).sorted()
  }
}

/// Lowest, mean and highest of some values.
struct Statistics {
  let minimum: Double
  let average: Double
  let maximum: Double

  /// `nil` where there are no values.
  init?(_ values: [Double]) {
    guard let minimum = values.min(), let maximum = values.max() else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    average = (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
  }

  /// Those of samples, with their mean over time; `nil` if there are none.
  init?(_ samples: [Sample]) {
    let values = samples.map(\.value)
    guard let minimum = values.min(), let maximum = values.max(),
      let mean = samples.meanOverTime(\.start.secondsSince1970, isOfMoment: \.source.isOfMoment, \.value)
    else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    average = (mean * 100).rounded() / 100
  }
}
