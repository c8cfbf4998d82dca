import HaloText
public import HaloHealth
import HaloInsights

/// A simulated life, day by day, as a source of daily metrics. Its local time is eight hours ahead of UTC.
struct SimulatedLife {
  static let first = CalendarDate(daysSince1970: 20_700)
  static let offset = 8 * 3600
  var sleeps: [SleepRecord] = []
  var heartRates: [MeasuredValue] = []
  var variability: [MeasuredValue] = []
  var steps: [MeasuredValue] = []
  var syncs: [Moment] = []
  var battery: [BatteryCondition.Reading] = []
  var movement: [CalendarDate: DayMovement] = [:]
  var recordings: [RecordedNight] = []
  var hasImports = false
  var nightReportTimes: [CalendarDate: Moment] = [:]
  var earlier: [DerivedMetric: [DailyMetricsSource.Earlier]] = [:]

  /// The day with that number, from 0.
  static func date(_ day: Int) -> CalendarDate { first.adding(days: day) }

  /// A time of a day, in hours after its midnight.
  static func time(_ day: Int, _ hour: Double) -> Moment {
    Moment(WallClock(date: date(day), secondOfDay: Int(hour * 3600)), secondsFromGMT: offset)
  }

  /// Adds a sleep between two hours, in one stage.
  mutating func sleep(
    _ day: Int, from: Double, to: Double, _ kind: Night.Kind = .night, stage: SleepStage? = .light,
    device: SourceDevice = "ring"
  ) {
    sleep(day, from: from, [(stage, Int((to - from) * 60))], kind, device: device)
  }

  /// Adds a sleep from an hour on, with stages and their minutes.
  mutating func sleep(
    _ day: Int, from: Double, _ stages: [(stage: SleepStage?, minutes: Int)], _ kind: Night.Kind = .night,
    device: SourceDevice = "ring"
  ) {
    sleeps.append(
      SleepRecord(
        kind: kind, start: Self.time(day, from),
        stages: stages.map { Night.Stretch(stage: $0.stage, minutes: $0.minutes) },
        device: device, statement: hasImports ? nil : 100 + day))
  }

  /// Adds a heart rate every few minutes, as from a device that is worn.
  mutating func wear(
    _ day: Int, from: Double, to: Double, every minutes: Int = 5, rate: (Double) -> Double = { _ in 60 },
    device: SourceDevice = "ring"
  ) {
    for minute in stride(from: from * 60, to: to * 60, by: Double(minutes)) {
      heartRates.append(
        MeasuredValue(time: Self.time(day, minute / 60), value: rate(minute / 60), device: device, statement: day))
    }
  }

  mutating func sync(_ day: Int, _ hour: Double) { syncs.append(Self.time(day, hour)) }

  /// The results of the days, as of the end of the last one or another time.
  func results(days: ClosedRange<Int>, now: Moment? = nil) -> [DailyMetricsCalculator.Results] {
    var source = DailyMetricsSource(
      days: days.map { DaySpan(date: Self.date($0), secondsFromGMT: Self.offset) },
      now: now ?? Self.time(days.upperBound, 24))
    source.sleeps = sleeps
    source.heartRates = heartRates.sorted { $0.time < $1.time }
    source.variability = variability
    source.steps = steps
    source.syncs = syncs
    source.battery = battery
    source.movement = movement
    source.earlier = earlier
    source.recordings = recordings
    source.wornHours = Set((heartRates + variability + steps).map { $0.time.milliseconds / 3_600_000 })
    source.firstDay = Self.first
    source.hasImports = hasImports
    source.nightReportTimes = nightReportTimes
    var maker = DailyMetricsCalculator(source)
    return maker.results().map(\.results)
  }

  /// The results of one day.
  func results(_ day: Int, now: Moment? = nil) -> DailyMetricsCalculator.Results {
    results(days: day...day, now: now)[0]
  }
}

extension DailyMetricsCalculator.Results {
  /// The value of a metric; `nil` without a value.
  func value(_ metric: DerivedMetric) -> Double? { finding(metric)?.value }

  func finding(_ metric: DerivedMetric) -> Finding? { try? self[metric]?.get() }

  /// The reason for a missing value.
  func gap(_ metric: DerivedMetric) -> String? {
    guard case .failure(let gap) = self[metric] else { return nil }
    return gap.description
  }

  var account: NightOutcome? { value(.nightAccount).flatMap { NightOutcome(code: Int($0)) } }
}

extension SourceDevice: ExpressibleByStringLiteral {
  /// A device by its name, with a number that is derived from the name.
  public init(stringLiteral name: String) {
    self.init(id: name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 }, name: name)
  }
}
