public import HaloHealth
public import Observation
public import HaloReports

/// What the Activity screen binds to: a day's movement, its week, and the workouts.
@MainActor @Observable
public final class ActivityModel {
  /// An interval of the day's chart.
  public struct Interval: Sendable, Hashable, Identifiable {
    /// Where it begins, in minutes after midnight.
    public let minute: Int
    /// Its length in minutes: a quarter of an hour, or an hour where the device counts by hours.
    public let length: Int
    /// Steps within it.
    public let steps: Int
    /// Where it comes from.
    public let origin: ExplainSubject

    public var id: Int { minute }

    /// Where it ends in the chart: what takes less than a quarter of an hour would hardly be seen.
    public var chartEnd: Int { minute + max(length, 15) }
  }

  /// A day of the week's chart.
  public struct Bar: Sendable, Hashable, Identifiable {
    /// The day.
    public let date: CalendarDate
    /// Its place in the chart, from 0.
    public let place: Int
    /// Steps; `nil` where nothing is known.
    public let steps: Int?
    /// Its label.
    public let label: Phrase
    /// What VoiceOver says of it.
    public let spoken: Phrase

    public var id: CalendarDate { date }
  }

  /// A workout in the list.
  public struct Row: Sendable, Hashable, Identifiable {
    /// Its number in the journal.
    public let id: Int
    /// Which sport.
    public let kind: Workout.Kind
    /// What it is called, and when it was.
    public let title: Phrase
    public let when: Phrase
    /// Its numbers.
    public let figures: [Fact]
  }

  /// What is shown.
  public struct Contents: Sendable, Hashable {
    /// Steps of the day; `nil` where nothing is known of it.
    public let steps: Int?
    /// The goal; `nil` if there is none.
    public let goal: Int?
    /// Steps as a share of the goal, 0…1; `nil` without a goal.
    public let progress: Double?
    /// Whether there is a goal, and it is reached.
    public let isReached: Bool
    /// Steps, distance, energy, minutes.
    public let figures: [Fact]
    /// The day's intervals in which there were steps.
    public let intervals: [Interval]
    /// The seven days that end with this one.
    public let week: [Bar]
    /// The week's workouts, the latest first.
    public let workouts: [Row]
    /// What VoiceOver says of the day and the week.
    public let spoken: Phrase
    public let weekSpoken: Phrase

    /// Labels of the week's days.
    public var weekMarks: [ChartLabel] { week.map { ChartLabel($0.place, $0.label) } }
  }

  /// What there is to show.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The day; `nil` is today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = Errand()

  /// Movement that was not read yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// The day in words.
  public var title: Phrase { Phrase("\(date ?? environment.today, .full)") }
  /// Whether there are later days.
  public var canGoForward: Bool { date.map { $0 < environment.today } ?? false }

  /// Shows the day before.
  public func goBack() { show((date ?? environment.today).adding(days: -1)) }
  /// Shows the day after, today at the latest.
  public func goForward() { show((date ?? environment.today).adding(days: 1)) }

  /// Shows a day.
  public func show(_ day: CalendarDate) {
    date = day >= environment.today ? nil : day
    loading.start { await self.load() }
  }

  /// Reads, and reads again when there is something new, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.loading.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  private func load() async {
    let day = date ?? environment.today
    do {
      let contents = try await environment.report { try Contents($0.day(day), $0) }
      guard day == (date ?? environment.today) else { return }
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    Advice(
      Phrase("No steps here"),
      date == nil
        ? Phrase("Wear the ring and sync. It counts steps by itself.")
        : Phrase("The ring was not worn or not synced in this week."))
  }
}

extension ActivityModel.Contents {
  /// What is known of a day and of the week that it ends; `nil` if that is nothing.
  fileprivate init?(_ day: DayReport, _ reports: Reports) throws {
    let first = day.date.adding(days: -6)
    let activity = try reports.activity(from: first, to: day.date)
    let stored = try reports.workouts(from: first, to: day.date)
    let days = activity.days
    guard days.steps.contains(where: { $0 != nil }) || !stored.isEmpty else { return nil }
    steps = day.movement?.steps
    let goal = reports.profile.stepGoal
    self.goal = goal
    let counted = day.movement?.steps ?? 0
    progress = goal.map { min(1, Double(counted) / Double($0)) }
    isReached = goal.map { counted >= $0 } ?? false
    figures = day.figures.filter { $0.explain == "movement@\(day.date)" }.map(Fact.init)
    intervals = day.steps.map(Self.intervals) ?? []
    week = days.date.enumerated().map { place, date in
      let steps = days.steps[place]
      return ActivityModel.Bar(
        date: date, place: place, steps: steps, label: Phrase("\(date, .weekday)"),
        spoken: steps.map { Phrase("\(date, .full): \($0) steps") } ?? Phrase("\(date, .full): nothing known"))
    }
    workouts = stored.reversed().map(ActivityModel.Row.init)
    let busiest = intervals.max { $0.steps < $1.steps }
    weekSpoken = activity.words ?? Phrase("No steps of this week are known.")
    if let steps {
      let first = goal.map { Phrase("\(steps) steps of \($0).") } ?? Phrase("\(steps) steps.")
      spoken =
        busiest.map { Phrase("\(first) Most of them from \(TimeOfDay(minutes: $0.minute)) on: \($0.steps).") } ?? first
    } else {
      spoken = Phrase("No steps of this day are known.")
    }
  }

  private static func intervals(_ series: SeriesReport) -> [ActivityModel.Interval] {
    series.times.indices.filter { series.low[$0] > 0 }.map { place in
      let (time, steps) = (series.time(at: place), series.low[place])
      return ActivityModel.Interval(
        minute: time.time.minutes, length: (series.interval ?? 0) / 60, steps: Int(steps),
        origin: .sample(series.metric, time, value: steps, series.source(at: place)))
    }
  }
}

extension ActivityModel.Row {
  fileprivate init(_ workout: WorkoutReport) {
    id = workout.id
    kind = workout.sport
    title = workout.name
    let start = workout.start.wallClock
    when = Phrase("\(start.date, .full), \(start.time)")
    figures = workout.figures.map {
      Fact($0.id, $0.name, $0.text ?? Phrase("Not known"), note: $0.note)
    }
  }
}
