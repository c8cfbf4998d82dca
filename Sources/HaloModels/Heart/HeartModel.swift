public import HaloHealth
public import Observation
public import HaloReports

/// What the Heart screen binds to: a day, a week or four weeks of heart rate and of what goes with it.
@MainActor @Observable
public final class HeartModel {
  /// How much is shown.
  public enum Span: String, Sendable, CaseIterable, Hashable, Identifiable {
    /// One day, value by value.
    case day
    /// Seven days.
    case week
    /// Twenty-eight days.
    case month

    public var id: String { rawValue }

    /// What it is called.
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

  /// What is shown.
  public enum Contents: Sendable, Hashable {
    /// The day's heart rate, and the other metrics of which something is known.
    case day(SeriesPicture?, others: [SeriesPicture])
    /// Day by day.
    case trend(TrendPicture)
  }

  /// What there is to show.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The heart at rest. Empty if nothing is known.
  public private(set) var rest: [Fact] = []
  /// How much is shown.
  public var span: Span {
    didSet { if span != oldValue { reload() } }
  }
  /// The day, or the last of the days; `nil` is today.
  public private(set) var date: CalendarDate?

  private let environment: ModelEnvironment
  private let loading = Errand()

  /// A heart that was not read yet.
  public init(_ environment: ModelEnvironment, span: Span = .day) {
    self.environment = environment
    self.span = span
  }

  /// The day, or the days, in words.
  public var title: Phrase {
    let last = date ?? environment.today
    return span == .day
      ? Phrase("\(last, .full)") : Phrase("\(last.adding(days: 1 - span.days), .day) – \(last, .day)")
  }

  /// Whether there are later days.
  public var canGoForward: Bool { date.map { $0 < environment.today } ?? false }

  /// Shows earlier days.
  public func goBack() { go(by: -span.days) }
  /// Shows later days, today at the latest.
  public func goForward() { go(by: span.days) }

  /// Reads, and reads again when there is something new, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.loading.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  private func go(by days: Int) {
    let target = (date ?? environment.today).adding(days: days)
    date = target >= environment.today ? nil : target
    reload()
  }

  private func reload() { loading.start { await self.load() } }

  private func load() async {
    let (span, last) = (span, date ?? environment.today)
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
      guard (span, last) == (self.span, date ?? environment.today) else { return }
      self.rest = rest
      self.contents = contents.map(Loaded.value) ?? .empty(advice)
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private var advice: Advice {
    Advice(
      Phrase("No heart rate here"),
      date == nil
        ? Phrase("Wear the ring and sync. It measures by itself every few minutes.")
        : Phrase("The ring was not worn or not synced in these days."))
  }
}
