public import Observation

/// The model of a watch's alarms and display pages. Both are read from the watch again after each change.
@MainActor @Observable
public final class WatchModel {
  /// A page of the display.
  public struct Page: Sendable, Hashable, Identifiable {
    /// The name in commands.
    public let id: String
    /// The name for people.
    public let title: Phrase
    /// True if the watch shows the page.
    public let isShown: Bool
  }

  /// The watch.
  public let device: Device
  /// The alarms that the watch keeps, or their loading state.
  public private(set) var alarms: Loaded<[Alarm]> = .loading
  /// The names of the shown pages, in order; `nil` if the watch has not reported them.
  private var shown: [String]?
  private var capacity = 0
  private let requests: DeviceRequests

  /// Creates a model of a watch; nothing is asked before ``run()``.
  public init(_ device: Device, _ environment: ModelEnvironment) {
    self.device = device
    requests = DeviceRequests(device, environment)
  }

  /// True while the watch is asked.
  public var isBusy: Bool { requests.isBusy }
  /// The error of the last request.
  public var problem: Problem? { requests.problem }
  /// The caution about a driver that was not verified with a watch; `nil` for a verified one.
  public var caution: Phrase? { requests.driver?.family.caution }
  /// An additional alarm, on workdays at 07:00; `nil` if the watch is full.
  public var newAlarm: Alarm? {
    let used = alarms.value?.map(\.slot)
    return used.flatMap { used in (0..<capacity).first { !used.contains($0) } }
      .map { Alarm(slot: $0, isEnabled: true, time: TimeOfDay(minutes: 420), weekdays: Set(1...5), isWeekly: true) }
  }
  /// The pages of the display: first those that the watch shows, in its order. Empty if it has not reported them.
  public var pages: [Page] {
    guard let shown, let driver = requests.driver as? any DisplayConfigurable.Type else { return [] }
    return (shown + driver.displayPageNames.filter { !shown.contains($0) }).map {
      Page(id: $0, title: Self.titles[$0] ?? Phrase(verbatim: $0), isShown: shown.contains($0))
    }
  }

  /// Reads the watch, and performs the person's requests until the task is canceled.
  public func run() async {
    reload()
    await requests.run()
  }

  /// Reads the watch again.
  public func reload() { request { _ in } }

  /// Stores an alarm, in place of the one in its slot.
  public func save(_ alarm: Alarm) { change(alarm.slot) { $0 + [alarm] } }

  /// Deletes an alarm.
  public func delete(_ alarm: Alarm) { change(alarm.slot) { $0 } }

  /// Shows or hides a page of the display.
  public func show(_ page: Page, _ isShown: Bool) {
    request { driver in
      guard let driver = driver as? any DisplayConfigurable, let pages = try await driver.displayPages(by: nil) else {
        return
      }
      _ = try await driver.setDisplayPages(pages.filter { $0 != page.id } + (isShown ? [page.id] : []), by: nil)
    }
  }

  private func change(_ slot: Int, _ body: @escaping @Sendable ([Alarm]) -> [Alarm]) {
    request { driver in
      guard let driver = driver as? any AlarmConfigurable else { return }
      // Repeated after a lost connection, which must not store an alarm twice.
      _ = try await driver.setAlarms(body(try await driver.alarms().filter { $0.slot != slot }))
    }
  }

  private func request(_ change: @escaping @Sendable (any Wearable) async throws -> Void) {
    requests.ask { driver in
      var refusal: Problem?
      do { try await change(driver) } catch let error as ConfigurableError { refusal = Problem(error) }
      let clock = driver as? any AlarmConfigurable
      let pages = try await (driver as? any DisplayConfigurable)?.displayPages(by: nil)
      return (alarms: try await clock?.alarms(), capacity: clock?.alarmCapacity ?? 0, pages: pages, refusal: refusal)
    } take: { answer in
      if case .failure(let problem) = answer, self.alarms.value == nil { self.alarms = .failed(problem) }
      let answer = try answer.get()
      if let alarms = answer.alarms { self.alarms = .value(alarms.sorted { $0.time < $1.time }) }
      self.capacity = answer.capacity
      self.shown = answer.pages
      if let refusal = answer.refusal { throw refusal }
      return nil
    }
  }

  private static let titles: [String: Phrase] = [
    "logo": Phrase("Logo"), "time": Phrase("Time of day"), "steps": Metric.steps.title, "energy": Phrase("Energy"),
    "distance": Metric.distance.title, "active-time": Phrase("Active time"), "goal": Phrase("Goal"),
    "emotion": Phrase("Mood"), "alarm": Phrase("Alarm"), "sedentary": Phrase("Sitting reminder"),
    "notification": Phrase("Notifications"), "call": Phrase("Calls"), "heart-rate": Metric.heartRate.title,
    "reminder": Phrase("Reminder"), "countdown": Phrase("Countdown"),
  ]
}
