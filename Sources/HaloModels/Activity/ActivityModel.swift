public import HaloHealth
import HaloInsights
import HaloJournal
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
    public let figures: [Figure]
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
    public let figures: [Figure]
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
    let (day, wearer, profile) = (date ?? environment.today, environment.wearer, environment.profile.current)
    let offset = environment.now.secondsFromGMT
    do {
      let contents = try await environment.read { try Contents(day, $0, wearer: wearer, profile, offset: offset) }
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
  /// What is known of a day and of the week that it ends; `nil` where that is nothing.
  fileprivate init?(
    _ day: CalendarDate, _ journal: Journal, wearer: String, _ profile: Profile, offset: Int
  ) throws {
    let words = MeasureWords(profile.units)
    let summary = DaySummary(of: day, in: try journal.day(day, wearer: wearer))
    let days = try (0..<7).map { place in
      let date = day.adding(days: place - 6)
      let movement =
        date == day
        ? summary.movement : DaySummary(of: date, in: try journal.day(date, wearer: wearer)).movement
      return (date, movement)
    }
    let begin = Moment(WallClock(date: day.adding(days: -6), secondOfDay: 0), secondsFromGMT: offset)
    let end = Moment(WallClock(date: day.adding(days: 1), secondOfDay: 0), secondsFromGMT: offset)
    let stored = try journal.workouts(of: wearer, in: begin..<end)
    guard summary.movement != nil || days.contains(where: { $0.1 != nil }) || !stored.isEmpty else { return nil }
    let goal = profile.stepGoal
    steps = summary.movement?.steps
    self.goal = goal
    progress = goal.map { min(1, Double(summary.movement?.steps ?? 0) / Double($0)) }
    isReached = goal.map { summary.movement?.steps ?? 0 >= $0 } ?? false
    figures = summary.movement.map { Self.figures($0, words) } ?? []
    intervals = (summary.samples[.steps] ?? []).filter { $0.value > 0 }.map { sample in
      ActivityModel.Interval(
        minute: sample.start.time.minutes, length: sample.minutes, steps: Int(sample.value), origin: .sample(sample))
    }
    week = days.enumerated().map { place, entry in
      let (date, movement) = entry
      return ActivityModel.Bar(
        date: date, place: place, steps: movement?.steps, label: Phrase("\(date, .weekday)"),
        spoken: movement.map { Phrase("\(date, .full): \($0.steps) steps") } ?? Phrase("\(date, .full): nothing known"))
    }
    workouts = stored.reversed().map { ActivityModel.Row($0.id, $0.workout, words) }
    let busiest = intervals.max { $0.steps < $1.steps }
    let coverage = try journal.coverage(of: wearer, from: day.adding(days: -6), to: day, withGaps: false)
    let known = week.filter { coverage[$0.date]?.counts ?? true }.compactMap(\.steps)
    weekSpoken =
      known.isEmpty
      ? Phrase("No steps of this week are known.")
      : Phrase("\(known.count) days of this week are known, \(known.reduce(0, +) / known.count) steps on average.")
    if let steps {
      let first = goal.map { Phrase("\(steps) steps of \($0).") } ?? Phrase("\(steps) steps.")
      spoken =
        busiest.map { Phrase("\(first) Most of them from \(TimeOfDay(minutes: $0.minute)) on: \($0.steps).") } ?? first
    } else {
      spoken = Phrase("No steps of this day are known.")
    }
  }

  private static func figures(_ movement: DaySummary.Movement, _ words: MeasureWords) -> [Figure] {
    let origin = ExplainSubject.movement(movement)
    let basis =
      movement.basis == .deviceTotal
      ? Phrase("The device's own total of the day.") : Phrase("The sum of the device's log.")
    var figures = [
      Figure("steps", Phrase("Steps"), Phrase("\(movement.steps)"), note: basis, origin: origin),
      Figure(
        "distance", Phrase("Distance"), words.distance(Double(movement.meters)), note: Metric.distance.caution,
        origin: origin),
      Figure(
        "energy", Phrase("Active energy"), words.value(movement.kilocalories.rounded(), of: .activeEnergy),
        note: Metric.activeEnergy.caution, origin: origin),
    ]
    if let minutes = movement.activeMinutes {
      figures.append(
        Figure("active", Phrase("Active time"), MeasureWords.duration(minutes: minutes), origin: origin))
    }
    return figures
  }
}

extension ActivityModel.Row {
  fileprivate init(_ id: Int, _ workout: Workout, _ words: MeasureWords) {
    self.id = id
    kind = workout.kind
    title = workout.kind.title
    let start = workout.start.wallClock
    when = Phrase("\(start.date, .full), \(start.time)")
    var figures = [
      Figure("length", Phrase("Length"), MeasureWords.duration(seconds: workout.length / 1000))
    ]
    if let meters = workout.meters { figures.append(Figure("distance", Phrase("Distance"), words.distance(meters))) }
    if let energy = workout.kilocalories {
      figures.append(
        Figure(
          "energy", Phrase("Energy"), words.value(energy.rounded(), of: .activeEnergy),
          note: Metric.activeEnergy.caution))
    }
    self.figures = figures
  }
}
