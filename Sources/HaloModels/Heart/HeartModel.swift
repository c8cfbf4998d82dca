public import HaloHealth
public import Observation
public import HaloReports

/// The model of the Heart screen: a day, a week or four weeks of heart rate and related metrics.
@MainActor @Observable
public final class HeartModel: DayNavigating {
  /// The length of the period.
  public enum Span: String, Sendable, CaseIterable, Hashable, Identifiable {
    /// One day, with single values.
    case day
    /// Seven days.
    case week
    /// Twenty-eight days.
    case month

    /// The raw value.
    public var id: String { rawValue }

    /// The name of the period.
    public var title: Phrase {
      switch self {
      case .day: Phrase("Day")
      case .week: Phrase("Week")
      case .month: Phrase("4 weeks")
      }
    }

    var days: Int {
      switch self {
      case .day: 1
      case .week: 7
      case .month: 28
      }
    }
  }

  /// The screen's contents.
  public enum Contents: Sendable, Hashable {
    /// The day's heart rate, and the other metrics with data.
    case day(SeriesPicture?, others: [SeriesPicture])
    /// One value range per day.
    case trend(TrendPicture)
  }

  /// The screen's contents, or their loading state.
  public private(set) var contents: Loaded<Contents> = .loading
  /// Figures of the resting heart: resting heart rate and overnight HRV. Empty without data.
  public private(set) var rest: [Fact] = []
  /// The length of the period.
  public var span: Span {
    didSet { if span != oldValue { reload() } }
  }
  /// The day, or the last day of the period; `nil` means today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = SerialTask()

  /// Creates a model; nothing is loaded before ``run()``.
  public init(_ environment: ModelEnvironment, span: Span = .day) {
    self.environment = environment
    self.span = span
  }

  /// The current day in local time.
  public var today: CalendarDate { environment.today }

  /// The day or period as text.
  public var title: Phrase {
    let last = shownDay
    return span == .day
      ? Phrase("\(last, .full)") : Phrase("\(last.adding(days: 1 - span.days), .day) – \(last, .day)")
  }

  /// Shows the previous period.
  public func goBack() { show(shownDay.adding(days: -span.days)) }
  /// Shows the next period, up to today.
  public func goForward() { show(shownDay.adding(days: span.days)) }

  /// Shows a day, or the period that ends with it.
  public func show(_ day: CalendarDate) {
    date = day >= today ? nil : day
    reload()
  }

  /// Loads the contents, and reloads them on changes, until the task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.loading.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  private func reload() { loading.start { await self.load() } }

  private func load() async {
    let (span, last) = (span, shownDay)
    do {
      let (contents, rest) = try await environment.report { reports -> (Contents?, [Fact]) in
        let (day, words) = (try reports.heart(last), reports.measures)
        let rest = ["resting-heart-rate", "night-hrv"].compactMap(day.figure).filter { $0.value != nil }.map(Fact.init)
        guard span == .day else {
          let trend = try reports.heart(from: last.adding(days: 1 - span.days), to: last)
          return (TrendPicture(trend, words).map(Contents.trend), rest)
        }
        let heart = day.heartRate.map { SeriesPicture($0, words) }
        let others = [day.heartRateVariability, day.oxygen, day.stress, day.skinTemperature].compactMap(\.self).map {
          SeriesPicture($0, words)
        }
        return (heart == nil && others.isEmpty ? nil : .day(heart, others: others), rest)
      }
      guard (span, last) == (self.span, shownDay) else { return }
      self.rest = rest
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    Advice(
      Phrase("No heart rate data"),
      date == nil
        ? Phrase("Wear the ring and sync. It measures automatically every few minutes.")
        : Phrase("The ring was not worn or not synced on these days."))
  }
}
