public import HaloHealth
import HaloInsights
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
    /// The main sleep; `nil` if there is none.
    public let night: NightPicture?
    /// The other sleeps of the day.
    public let naps: [NightPicture]
    /// What there is to know of the night's record; `nil` if it was recorded as usual.
    public let account: Phrase?
    /// The report's numbers of the night. One without a value gives the reason, unless ``account`` is the reason.
    public let figures: [Fact]
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
    let day = date ?? environment.today
    do {
      let contents = try await environment.report { reports in
        Contents(
          try reports.night(day), week: try reports.nights(from: day.adding(days: -6), to: day),
          goalMinutes: reports.profile.sleepGoalMinutes)
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
        Phrase("Wear the ring tonight and sync in the morning: a ring sends a night after it has ended."))
      : Advice(Phrase("Nothing of this night"), Phrase("The ring was not worn or not synced in this week."))
  }
}

extension SleepModel.Contents {
  /// What is known of a night and its week; `nil` if that is nothing.
  fileprivate init?(_ report: NightReport, week span: SleepPeriodReport, goalMinutes: Int?) {
    night = report.main.map(NightPicture.init)
    naps = report.naps.map(NightPicture.init)
    guard night != nil || !naps.isEmpty || span.nights.asleep.contains(where: { $0 != nil }) else { return nil }
    let reason = report.account.words
    account = report.account.kind == .recorded ? nil : reason
    figures = report.figures.filter { $0.reason != reason }.map(Fact.init)
    self.goalMinutes = goalMinutes
    week = zip(span.nights.date, span.nights.asleep).enumerated().map { place, night in
      let (date, minutes) = night
      return SleepModel.Bar(
        date: date, place: place, minutes: minutes, label: Phrase("\(date, .weekday)"),
        spoken: minutes.map { Phrase("\(date, .full): \(MeasureWords.duration(minutes: $0)) asleep") }
          ?? Phrase("\(date, .full): nothing known"))
    }
    weekSpoken =
      span.averages.map {
        Phrase(
          "\($0.nights) nights of this week are known, \(MeasureWords.duration(minutes: Int($0.asleep.rounded()))) on average."
        )
      } ?? Phrase("No night of this week is known.")
  }
}
