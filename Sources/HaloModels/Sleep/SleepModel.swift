public import HaloHealth
import HaloInsights
public import Observation
public import HaloReports

/// The model of the Sleep screen: a night, its naps, and the week up to it.
@MainActor @Observable
public final class SleepModel: DayNavigating {
  /// A day of the week's chart.
  public struct Bar: Sendable, Hashable, Identifiable {
    /// The day of waking up.
    public let date: CalendarDate
    /// The position in the chart, from 0.
    public let place: Int
    /// The minutes asleep; `nil` if there is no data.
    public let minutes: Int?
    /// The hours asleep, for the chart; `nil` if there is no data.
    public var hours: Double? { minutes.map { Double($0) / 60 } }
    /// The label of the day.
    public let label: Phrase
    /// The VoiceOver text.
    public let voiceOverText: Phrase

    /// The day of waking up.
    public var id: CalendarDate { date }
  }

  /// The screen's contents.
  public struct Contents: Sendable, Hashable {
    /// The main sleep; `nil` if there is no data.
    public let night: NightPicture?
    /// The other sleeps of the day.
    public let naps: [NightPicture]
    /// The reason if the night was not recorded as usual; `nil` otherwise.
    public let account: Phrase?
    /// The report's figures of the night. One without a value gives the reason, unless ``account`` is the reason.
    public let figures: [Fact]
    /// The seven days up to and including this one.
    public let week: [Bar]
    /// The VoiceOver text of the week.
    public let weekVoiceOverText: Phrase
    /// The goal in minutes; `nil` if no goal is set.
    public let goalMinutes: Int?
    /// The goal in hours, for the chart.
    public var goalHours: Double? { goalMinutes.map { Double($0) / 60 } }
    /// The labels of the week's days.
    public var weekMarks: [ChartLabel] { week.map { ChartLabel($0.place, $0.label) } }
  }

  /// The screen's contents, or their loading state.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The day of waking up; `nil` means today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = SerialTask()

  /// Creates a model; nothing is loaded before ``run()``.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// The current day in local time.
  public var today: CalendarDate { environment.today }

  /// Shows the night that ended on a day.
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
      let contents = try await environment.report { reports in
        Contents(
          try reports.night(day), week: try reports.nights(from: day.adding(days: -6), to: day),
          goalMinutes: reports.profile.sleepGoalMinutes)
      }
      guard day == (shownDay) else { return }
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    date == nil
      ? Advice(
        Phrase("No night yet"),
        Phrase("Wear the ring tonight and sync in the morning. A ring sends a night after it has ended."))
      : Advice(Phrase("No data for this night"), Phrase("The ring was not worn or not synced this week."))
  }
}

extension SleepModel.Contents {
  /// Creates the contents of a night and its week; `nil` if there is no data.
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
        voiceOverText: minutes.map { Phrase("\(date, .full): \(MeasureWording.duration(minutes: $0)) asleep") }
          ?? Phrase("\(date, .full): no data"))
    }
    weekVoiceOverText =
      span.averages.map {
        Phrase(
          "\($0.nights) nights with data this week, \(MeasureWording.duration(minutes: Int($0.asleep.rounded()))) on average."
        )
      } ?? Phrase("No sleep data for this week.")
  }
}
