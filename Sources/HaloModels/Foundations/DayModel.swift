public import Observation

/// The contents of a screen that shows a day, or a period that ends with it.
public protocol DayContents: Sendable {
  /// Reads the contents of the period that ends with `day`; `nil` without data.
  init?(_ reports: Reports, to day: CalendarDate, over span: DaySpan) throws
  /// What the screen shows without data.
  static func advice(isToday: Bool) -> Advice
}

/// The model of a screen that shows a day, or a period that ends with it, and goes back and forth. It loads the contents
/// again on changes of the journal and at midnight.
@MainActor @Observable
public final class DayModel<Contents: DayContents> {
  /// The screen's contents, or their loading state.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The day, or the last day of the period; `nil` means today, also after midnight. A sleep belongs to the day of waking
  /// up.
  public private(set) var date: CalendarDate?
  /// The length of the period.
  public var span: DaySpan {
    didSet { if span != oldValue { reload() } }
  }

  private let environment: ModelEnvironment
  private let loading = SerialTask()

  /// Creates a model; nothing is loaded before ``run()``.
  public init(_ environment: ModelEnvironment, span: DaySpan = .day) {
    self.environment = environment
    self.span = span
  }

  /// The current day in local time.
  public var today: CalendarDate { environment.today }
  /// The day, or the last day of the period.
  public var shownDay: CalendarDate { date ?? today }
  /// True if there are later days.
  public var canGoForward: Bool { shownDay < today }

  /// The day or period as text.
  public var title: Phrase {
    let last = shownDay
    return span == .day ? Phrase("\(last, .full)") : Phrase("\(span.first(to: last), .day) – \(last, .day)")
  }

  /// Shows a day, or the period that ends with it, at most today.
  public func show(_ day: CalendarDate) {
    date = day >= today ? nil : day
    reload()
  }

  /// Shows the previous day or period.
  public func goBack() { show(shownDay.adding(days: -span.rawValue)) }
  /// Shows the next day or period, up to today.
  public func goForward() { show(shownDay.adding(days: span.rawValue)) }

  /// Loads the contents, and reloads them on changes and at midnight, until the task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.loading.run(loadingAfter: self.environment.changes) { await self.load() } }
      group.addTask { await self.waitForMidnights() }
    }
  }

  private func waitForMidnights() async {
    while !Task.isCancelled {
      let left = Duration.days(1) - .seconds(environment.driver.time.wallClock.secondOfDay)
      do { try await environment.driver.clock.sleep(for: left) } catch { return }
      await load()
    }
  }

  private func reload() { loading.start { await self.load() } }

  private func load() async {
    let day = shownDay
    let span = span
    do {
      let contents = try await environment.report { try Contents($0, to: day, over: span) }
      guard day == shownDay, span == self.span else { return }
      self.contents = contents.map(Loaded.value) ?? .empty(Contents.advice(isToday: day == today))
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }
}
