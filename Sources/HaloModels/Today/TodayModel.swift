/// The model of the Today screen: the current or an earlier day, its night, and the ring's status.
public typealias TodayModel = DayModel<TodayContents>

extension DayModel where Contents == TodayContents {
  /// The medical disclaimer for all health screens.
  public static var disclaimer: Phrase {
    Phrase("None of this is medical advice. See a doctor about your health, not a ring.")
  }
}

/// The contents of the Today screen.
public struct TodayContents: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The steps so far, and the goal if one is set; `nil` without step data.
  public let steps: Steps?
  /// The day as a dial of 24 hours; `nil` without sleep and steps.
  public let dial: DayDial?
  /// Up to four figures for tiles: sleep, steps, resting heart rate and overnight HRV.
  public let tiles: [Fact]
  /// The night that ended on the day; `nil` if there is no data.
  public let night: NightPicture?
  /// The day's heart rate; `nil` if there is no data.
  public let heart: SeriesPicture?
  /// The latest heart rate, with its time.
  public let latestHeartRate: Fact?
  /// The report's other figures with data.
  public let figures: [Fact]
  /// The latest value of each other metric of the day.
  public let others: [Fact]
  /// The ring's battery level; `nil` for an earlier day.
  public let battery: Fact?
  /// The reason if there is no data of the day, but of others.
  public let account: Phrase?

  /// The steps of a day.
  public struct Steps: Sendable, Hashable {
    /// The number of steps.
    public let count: Int
    /// The goal; `nil` if no goal is set.
    public let goal: Int?
    /// The fraction of the goal, 0…1; `nil` without a goal.
    public let progress: Double?
    /// The figure, such as "4,210 of 8,000".
    public let figure: Fact
    /// The VoiceOver text of the goal ring.
    public let voiceOverText: Phrase
  }
}

extension TodayContents: DayContents {
  /// What the screen shows without data.
  public static func advice(isToday: Bool) -> Advice {
    Advice(Phrase("No data yet"), Phrase("Add a device under My device, wear it, and sync."))
  }

  /// Reads a day; `nil` if there is no data at all.
  public init?(_ reports: Reports, to day: CalendarDate, over _: DaySpan) throws {
    let isToday = day == reports.time.wallClock.date
    let now = reports.time.moment
    let day = try reports.day(day)
    if try day.isEmpty && reports.journal.knownDays(of: reports.wearer) == nil { return nil }
    date = day.date
    let steps = day.figure(.steps).flatMap(Steps.init)
    self.steps = steps
    night = day.mainSleep.map(NightPicture.init)
    heart = day.series(.heartRate).map { SeriesPicture($0) }
    latestHeartRate = day.series(.heartRate).flatMap { Self.latest($0) }
    dial = DayDial(day)
    let known = day.figures.filter { $0.value != nil }
    let tiles = FigureID.headlines.compactMap { id in known.first { $0.id == id } }
    self.tiles = tiles.map(Fact.init)
    figures = known.filter { figure in !tiles.contains { $0.id == figure.id } }.map(Fact.init)
    others = day.series.filter { ![.heartRate, .steps].contains($0.id) }.compactMap(Self.latest)
    account =
      switch (day.isEmpty, isToday) {
      case (false, _): nil
      case (true, true): Phrase("No data for today yet. Sync to get it.")
      case (true, false): Phrase("There is no data of this day.")
      }
    battery =
      try !isToday
      ? nil
      : reports.journal.devices().lazy.filter { $0.wearer == reports.wearer }.compactMap { device in
        try reports.journal.shownBattery(of: device).map { reading in
          Fact(
            "battery", Phrase("Battery"), Phrase("\(reading.percent, digits: 0) %"),
            note: Phrase("\(device.name), \(MeasureWording.ago(reading.time, now: now))"))
        }
      }.first
  }

  private static func latest(_ series: SeriesReport) -> Fact? {
    guard let last = series.times.indices.last else { return nil }
    let low = series.low[last]
    let high = series.high(at: last)
    let time = series.time(at: last)
    func text(_ value: Double) -> Phrase { MeasureWording.value(value, of: series.metric) }
    let at = Phrase("at \(time.time)")
    return Fact(
      series.metric.id, series.name, low == high ? text(low) : Phrase("\(text(low)) – \(text(high))"),
      note: series.metric.caution.map { Phrase("\(at). \($0)") } ?? at,
      origin: .sample(series.metric, time, value: low, series.source(at: last)))
  }
}

extension TodayContents.Steps {
  fileprivate init?(_ figure: Figure) {
    guard let steps = figure.value, let text = figure.text else { return nil }
    let goal = figure.goal
    count = Int(steps)
    self.goal = goal
    progress = goal.map { min(1, steps / Double($0)) }
    self.figure = Fact(
      figure.id.rawValue, figure.name, text, note: goal.map { Phrase("of \($0)") },
      origin: figure.explain.flatMap { ExplainSubject($0) })
    voiceOverText = goal.map { Phrase("\(text) steps of \($0)") } ?? Phrase("\(text) steps")
  }
}
