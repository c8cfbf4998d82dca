public import HaloHealth
import HaloInsights
public import Observation
public import HaloReports

/// The model of the Sleep screen: a night, its naps, and the week up to it.
@MainActor @Observable
public final class SleepModel: DayNavigating {
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
    /// The minutes asleep of the seven days up to and including this one. The unit of the chart is an hour.
    public let week: WeekPicture
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
      guard day == shownDay else { return }
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
    let average = span.averages.map {
      Phrase(
        "\($0.nights) nights with data this week, \(MeasureWording.duration(minutes: Int($0.asleep.rounded()))) on average."
      )
    }
    week = WeekPicture(
      span.nights.date, span.nights.asleep, goal: goalMinutes, unit: 60,
      voiceOverText: average ?? Phrase("No sleep data for this week.")
    ) { Phrase("\(MeasureWording.duration(minutes: $0)) asleep") }
  }
}
