public import HaloHealth
import HaloJournal
public import Observation
public import HaloReports

/// What the Sleep screen binds to: a night, its naps, and the week it ends.
@MainActor @Observable
public final class SleepModel {
  /// A day of the week's chart.
  public struct Bar: Sendable, Hashable, Identifiable {
    /// The day of waking up.
    public let date: CalendarDate
    /// Its place in the chart, from 0.
    public let place: Int
    /// Minutes asleep; `nil` where nothing is known.
    public let minutes: Int?
    /// Hours asleep, for the chart; `nil` where nothing is known.
    public var hours: Double? { minutes.map { Double($0) / 60 } }
    /// Its label.
    public let label: Phrase
    /// What VoiceOver says of it.
    public let spoken: Phrase

    public var id: CalendarDate { date }
  }

  /// What is shown.
  public struct Contents: Sendable, Hashable {
    /// The sleep of the night, mostly one; several where somebody was up for long.
    public let nights: [NightPicture]
    /// Naps of the day.
    public let naps: [NightPicture]
    /// What insights made of it.
    public let insights: [Figure]
    /// The seven days that end with this one.
    public let week: [Bar]
    /// What VoiceOver says of the week.
    public let weekSpoken: Phrase
    /// The goal in minutes; `nil` if there is none.
    public let goalMinutes: Int?
    /// The goal in hours, for the chart.
    public var goalHours: Double? { goalMinutes.map { Double($0) / 60 } }
    /// Labels of the week's days.
    public var weekMarks: [ChartLabel] { week.map { ChartLabel($0.place, $0.label) } }
  }

  /// What there is to show.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The day of waking up; `nil` is today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = Errand()

  /// Sleep that was not read yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// The day in words.
  public var title: Phrase { Phrase("\(date ?? environment.today, .full)") }
  /// Whether there are later days.
  public var canGoForward: Bool { date.map { $0 < environment.today } ?? false }

  /// Shows the night before.
  public func goBack() { show((date ?? environment.today).adding(days: -1)) }
  /// Shows the night after, the last at the latest.
  public func goForward() { show((date ?? environment.today).adding(days: 1)) }

  /// Shows the night that ended on a day.
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
    let (day, wearer) = (date ?? environment.today, environment.wearer)
    let profile = environment.profile.current
    do {
      let contents = try await environment.read { journal in
        let nights = try journal.nights(from: day.adding(days: -6), to: day, wearer: wearer).filter { !$0.isDoubtful }
        let ofDay = try journal.day(day, wearer: wearer).nights.filter { !$0.isDoubtful }
        return Contents(
          ofDay: ofDay, ofWeek: nights, day: day, goalMinutes: profile.sleepGoalMinutes,
          insights: try HealthFigures(journal, wearer, MeasureWords(profile.units)).sleep(on: day))
      }
      guard day == (date ?? environment.today) else { return }
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    date == nil
      ? Advice(
        Phrase("No night yet"),
        Phrase("Wear the ring tonight and sync in the morning: rings tell a night when it is over."))
      : Advice(Phrase("Nothing of this night"), Phrase("The ring was not worn or not synced in this week."))
  }
}

extension SleepModel.Contents {
  /// What is known of a day and its week; `nil` where that is nothing.
  fileprivate init?(ofDay: [Night], ofWeek: [Night], day: CalendarDate, goalMinutes: Int?, insights: [Figure]) {
    guard !ofDay.isEmpty || !ofWeek.isEmpty else { return nil }
    nights = ofDay.filter { $0.kind == .night }.map(NightPicture.init)
    naps = ofDay.filter { $0.kind == .nap }.map(NightPicture.init)
    self.insights = insights
    self.goalMinutes = goalMinutes
    week = (0..<7).map { place in
      let date = day.adding(days: place - 6)
      let sleeps = ofWeek.filter { $0.kind == .night && $0.end.date == date }
      let minutes = sleeps.reduce(0) { $0 + $1.minutesAsleep }
      return SleepModel.Bar(
        date: date, place: place, minutes: sleeps.isEmpty ? nil : minutes, label: Phrase("\(date, .weekday)"),
        spoken: sleeps.isEmpty
          ? Phrase("\(date, .full): nothing known")
          : Phrase("\(date, .full): \(MeasureWords.duration(minutes: minutes)) asleep"))
    }
    let known = week.compactMap(\.minutes)
    weekSpoken =
      known.isEmpty
      ? Phrase("No night of this week is known.")
      : Phrase(
        "\(known.count) nights of this week are known, \(MeasureWords.duration(minutes: known.reduce(0, +) / known.count)) on average."
      )
  }
}
