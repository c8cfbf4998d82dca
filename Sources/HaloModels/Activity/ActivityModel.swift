public import HaloHealth
public import Observation
public import HaloReports

/// The model of the Activity screen: a day's movement, its week, and the workouts.
@MainActor @Observable
public final class ActivityModel: DayNavigating {
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
  }

  /// The screen's contents.
  public struct Contents: Sendable, Hashable {
    /// The steps of the day; `nil` if there is no data.
    public let steps: Int?
    /// The goal; `nil` if no goal is set.
    public let goal: Int?
    /// The steps as a fraction of the goal, 0…1; `nil` without a goal.
    public let progress: Double?
    /// True if there is a goal and it is reached.
    public let isReached: Bool
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

  /// The screen's contents, or their loading state.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The day; `nil` means today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = SerialTask()

  /// Creates a model; nothing is loaded before ``run()``.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// The current day in local time.
  public var today: CalendarDate { environment.today }

  /// Shows a day.
  public func show(_ day: CalendarDate) {
    date = day >= today ? nil : day
    loading.start { await self.load() }
  }

  /// Loads the contents, and reloads them on changes, until the task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.loading.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  private func load() async {
    let day = shownDay
    do {
      let contents = try await environment.report { try Contents($0.day(day), $0) }
      guard day == shownDay else { return }
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    Advice(
      Phrase("No step data"),
      date == nil
        ? Phrase("Wear the ring and sync. It counts steps automatically.")
        : Phrase("The ring was not worn or not synced this week."))
  }
}

extension ActivityModel.Contents {
  /// Creates the contents of a day and its week; `nil` if there is no data.
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
    week = WeekPicture(
      days.date, days.steps, goal: goal, voiceOverText: activity.words ?? Phrase("No step data for this week.")
    ) { Phrase("\($0) steps") }
    workouts = stored.reversed().map(ActivityModel.Row.init)
    let busiest = intervals.max { $0.steps < $1.steps }
    if let steps {
      let first = goal.map { Phrase("\(steps) steps of \($0).") } ?? Phrase("\(steps) steps.")
      voiceOverText =
        busiest.map { Phrase("\(first) Most active from \(TimeOfDay(minutes: $0.minute)): \($0.steps).") } ?? first
    } else {
      voiceOverText = Phrase("No step data for this day.")
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
