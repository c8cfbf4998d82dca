/// The model of the Activity screen: a day's movement, its week, and the workouts.
public typealias ActivityModel = DayModel<ActivityContents>

/// The contents of the Activity screen.
public struct ActivityContents: Sendable, Hashable {
  /// An interval of the day's chart.
  public struct Interval: Sendable, Hashable, Identifiable {
    /// The start, in minutes after midnight.
    public let minute: Int
    /// The length in minutes: a quarter of an hour, or an hour if the device counts hourly.
    public let length: Int
    /// The steps in the interval.
    public let steps: Int
    /// The source of the steps, for the Explain screen.
    public let origin: ExplainSubject

    /// The start, which is unique within a day.
    public var id: Int { minute }

    /// The end of the bar in the chart, at least 15 minutes after the start so that it stays visible.
    public var chartEnd: Int { minute + max(length, 15) }
  }

  /// A workout in the list.
  public struct Row: Sendable, Hashable, Identifiable {
    /// The workout's number in the journal.
    public let id: Int
    /// The sport.
    public let kind: Workout.Kind
    /// The sport's name.
    public let title: Phrase
    /// The time of the workout.
    public let when: Phrase
    /// The workout's figures.
    public let figures: [Fact]
    /// The time in each heart rate zone; empty if the zones or the heart rate are not known.
    public let zones: [Fact]
  }

  /// The steps of the day; `nil` if there is no data.
  public let steps: Int?
  /// The steps as a fraction of the goal, 0…1; `nil` without a goal.
  public let progress: Double?
  /// Steps, distance, energy and minutes.
  public let figures: [Fact]
  /// The day's intervals with steps.
  public let intervals: [Interval]
  /// The steps of the seven days up to and including this one.
  public let week: WeekPicture
  /// The week's workouts, latest first.
  public let workouts: [Row]
  /// The VoiceOver text of the day.
  public let voiceOverText: Phrase

  /// Returns the steps of the interval at a minute after midnight, such as "412 steps from 14:00", which a person
  /// selects in the chart; `nil` outside of all intervals.
  public func selection(at minute: Int) -> Phrase? {
    intervals.first { ($0.minute..<$0.chartEnd).contains(minute) }
      .map { Phrase("\($0.steps) steps from \(TimeOfDay(minutes: $0.minute))") }
  }
}

extension ActivityContents: DayContents {
  /// What the screen shows without data.
  public static func advice(isToday: Bool) -> Advice {
    Advice(
      Phrase("No step data"),
      isToday
        ? Phrase("Wear your ring or watch and sync. It counts steps by itself.")
        : Phrase("Your journal has none of this week."))
  }

  /// Reads a day and its week; `nil` if there is no data.
  public init?(_ reports: Reports, to day: CalendarDate, over _: DaySpan) throws {
    let day = try reports.day(day)
    let first = day.date.adding(days: -6)
    let activity = try reports.activity(from: first, to: day.date)
    let stored = try reports.workouts(from: first, to: day.date)
    let daily = (activity.metric(.steps)?.values ?? []).map { $0.map { Int($0) } }
    guard daily.contains(where: { $0 != nil }) || !stored.isEmpty else { return nil }
    steps = day.movement?.steps
    let goal = reports.profile.stepGoal
    progress = goal.map { min(1, Double(day.movement?.steps ?? 0) / Double($0)) }
    figures = day.figures.filter { $0.explain == "movement@\(day.date)" }.map(Fact.init)
    intervals = day.series(.steps).map(Self.intervals) ?? []
    week = WeekPicture(
      activity.days.date, daily, goal: goal, voiceOverText: activity.summary ?? Phrase("No step data for this week.")
    ) { Phrase("\($0) steps") }
    workouts = try stored.reversed().map { workout in
      let full = try reports.journal.workout(workout.id, of: reports.wearer).map { try reports.workout($0) }
      return Row(workout, zones: full?.zones?.facts ?? [])
    }
    let busiest = intervals.max { $0.steps < $1.steps }
    if let steps {
      let first = goal.map { Phrase("\(steps) steps of \($0).") } ?? Phrase("\(steps) steps.")
      voiceOverText =
        busiest.map { Phrase("\(first) Most active from \(TimeOfDay(minutes: $0.minute)): \($0.steps).") } ?? first
    } else {
      voiceOverText = Phrase("No step data for this day.")
    }
  }

  private static func intervals(_ series: SeriesReport) -> [Interval] {
    series.times.indices.filter { series.low[$0] > 0 }.map { index in
      let time = series.time(at: index)
      let steps = series.low[index]
      return Interval(
        minute: time.time.minutes, length: (series.interval ?? 0) / 60, steps: Int(steps),
        origin: .sample(series.metric, time, value: steps, series.source(at: index)))
    }
  }
}

extension ActivityContents.Row {
  fileprivate init(_ workout: WorkoutReport, zones: [Fact]) {
    self.zones = zones
    id = workout.id
    kind = workout.sport
    title = workout.name
    let start = workout.start.wallClock
    when = Phrase("\(start.date, .full), \(start.time)")
    figures = workout.figures.map {
      Fact($0.id.rawValue, $0.name, $0.text ?? Phrase("Not known"), note: $0.note)
    }
  }
}
