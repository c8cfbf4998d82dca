import HaloBluetooth
import HaloHealth
public import HaloWearables
extension ColmiRingDriver {
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let newest = today
    let commands = dailyLogs((0..<request.days).map { newest.adding(days: -$0) })
    let bigData = bigDataLogs
    ledger.begin((commands + bigData).map(\.item), today: newest, found: foundDate)
    // Logs that come without being waited for are logs all the same: naps before the nights, and answers that are late.
    let unasked = exchange.unasked.listen()
    defer { unasked.stop() }
    async let absorbed: Void = absorb(unasked.elements, asked: newest, into: ledger)
    try await withoutActuallyEscaping(progress) { progress in
      let report: @Sendable (String) -> Void = { ledger.progress(latest: $0, progress) }
      // The two channels at once: while the ring sends its nights, it answers commands.
      async let fromBigData: Void = fetch(bigData, ledger, report)
      try await fetchFacts(ledger, report)
      try await fetch(commands, ledger, report)
      try await fromBigData
    }
    unasked.stop()
    await absorbed
    try await checkClock(ledger)
    // It asks for a bond, and answers without: so everything comes home first, whatever comes of this.
    if ledger.identity?.wantsBond == true { _ = try await connection.bondIfPossible() }
    guard let report = ledger.report(zone: environment.time.zone) else {
      throw WearableError.silent(device: connection.label)
    }
    return report
  }

  /// What the ring is, how full, and what it measures by itself.
  private func fetchFacts(_ ledger: SyncLedger, _ report: @Sendable (String) -> Void) async throws {
    if ledger.identity == nil {
      ledger.set(try await identify())
      report("identity")
    }
    if ledger.battery == nil, case .battery(let battery) = try await ask(.battery)?.message {
      ledger.set(BatteryState(percent: battery.percent, isCharging: battery.isCharging))
    }
    if ledger.settings == nil {
      ledger.set(try await settings())
      report("settings")
    }
  }

  /// A ring that restarts loses its clock, and "three days ago" with it.
  private func checkClock(_ ledger: SyncLedger) async throws {
    guard ledger.mayTellDate else { return }
    for _ in 0..<4 {
      let before = today
      guard case .answer(let answer) = try await reply(to: .dayTotals(daysAgo: 0)),
        case .dayTotals(let totals) = answer.message, totals.daysAgo == 0
      else { continue }
      let isTrue = ledger.verify(totals.date == before || totals.date == today)
      if !isTrue { throw WearableError.clockChanged(device: connection.label) }
      return
    }
    if ledger.forgetDoubtful() { throw WearableError.clockChanged(device: connection.label) }
  }

  /// One thing to ask for. Its request is made when its turn comes: "days ago" means another day after midnight.
  private struct Wanted: Sendable {
    let item: SyncLedger.Item
    let request: @Sendable (_ today: CalendarDate) -> ColmiRing.Request

    init(_ log: ColmiRing.Log, _ date: CalendarDate?, request: @escaping @Sendable (CalendarDate) -> ColmiRing.Request)
    {
      item = SyncLedger.Item(kind: log.words, date: date)
      self.request = request
    }

    /// A log that is asked for by how many days ago it was.
    init(_ log: ColmiRing.Log, _ date: CalendarDate, request: @escaping @Sendable (UInt8) -> ColmiRing.Request) {
      self.init(log, date) { today in request(UInt8(clamping: today.daysSince1970 - date.daysSince1970)) }
    }
  }

  /// The day on the ring's clock, which was set to local time.
  private var today: CalendarDate { environment.time.wallClock.date }

  private func dailyLogs(_ dates: [CalendarDate]) -> [Wanted] {
    var wanted = [Wanted(.dayTotals, dates.first) { (_: CalendarDate) in .todayTotals }]
    wanted += dates.map { Wanted(.activity, $0) { .activity(daysAgo: $0) } }
    wanted += dates.map { date in Wanted(.heartRateLog, date) { (_: CalendarDate) in .heartRateLog(of: date) } }
    if capabilities.contains(.stress) {
      wanted += dates.map { Wanted(.stressLog, $0) { .halfHourLog(.stress, daysAgo: $0) } }
    }
    if capabilities.contains(.hrv) {
      wanted += dates.map { Wanted(.hrvLog, $0) { .halfHourLog(.hrv, daysAgo: $0) } }
    }
    return wanted
  }

  private var bigDataLogs: [Wanted] {
    let isOlder = !capabilities.contains(.newSleepProtocol)
    var wanted = [Wanted(.sleep, nil) { _ in .sleep(daysAgo: nil, isOlder: isOlder) }]
    if capabilities.contains(.spo2) { wanted.append(Wanted(.spo2Log, nil) { _ in .spo2Log(daysAgo: nil) }) }
    if capabilities.contains(.temperature) {
      wanted.append(Wanted(.temperatureLog, nil) { _ in .temperatureLog(days: 6) })
    }
    if capabilities.contains(.manualHeartRate) {
      wanted.append(Wanted(.manualHeartRate, nil) { _ in .manualHeartRate(daysAgo: 0) })
    }
    return wanted
  }

  private func fetch(
    _ wanted: [Wanted], _ ledger: SyncLedger, _ report: @Sendable (String) -> Void
  ) async throws {
    for wish in wanted where !ledger.isSettled(wish.item) {
      try await fetch(wish, ledger)
      if ledger.isSettled(wish.item) { report(wish.item.kind) }
    }
  }

  private func fetch(_ wish: Wanted, _ ledger: SyncLedger) async throws {
    for _ in 0..<4 where !ledger.isSettled(wish.item) {
      let before = today
      switch try await reply(to: wish.request(before), of: wish.item.date) {
      case .answer(let received):
        // Midnight between question and answer makes every "days ago" ambiguous, so then it is asked once more.
        guard today == before else { continue }
        if case .noData = received.message {
          ledger.putNothing(for: wish.item)
        } else {
          ledger.put(received.message.readings(today: before, frames: received.frames), for: wish.item)
        }
      case .refusal: ledger.refuse(wish.item.kind)
      case .silence: if ledger.believesSilence(of: wish.item) { ledger.refuse(wish.item.kind) }
      case .fragment: ledger.noteTrouble()
      }
    }
  }

  /// Takes in the logs that no request was waiting for.
  private func absorb(
    _ messages: AsyncStream<ColmiRing.Received>, asked: CalendarDate, into ledger: SyncLedger
  ) async {
    for await received in messages {
      // Whose day that is nobody knows, but a firmware that says it knows the question.
      if case .noData(let none) = received.message { ledger.noteKnown(none.of.words) }
      guard let log = received.message.log, today == asked else { continue }
      let readings = received.message.readings(today: asked, frames: received.frames)
      let date = log.isOfOneDay ? received.message.date(today: asked) : nil
      ledger.put(readings, for: SyncLedger.Item(kind: log.words, date: date))
    }
  }
}

extension ColmiRing.Message {
  /// The log that the message is a part or the whole of, where a sync asks for that.
  var log: ColmiRing.Log? {
    switch self {
    case .activity: .activity
    case .heartRateLog: .heartRateLog
    case .halfHourLog(let log): log.quantity == .stress ? .stressLog : .hrvLog
    case .spo2Log: .spo2Log
    case .sleepLog(let log): log.kind == .sleep ? .sleep : .naps
    case .temperatureLog: .temperatureLog
    case .manualHeartRate: .manualHeartRate
    case .todayTotals: .dayTotals
    default: nil
    }
  }

  /// The day that a log of one day is of.
  fileprivate func date(today: CalendarDate) -> CalendarDate? {
    switch self {
    case .halfHourLog(let log): today.adding(days: -log.daysAgo)
    case .todayTotals: today
    default: namedDates.first
    }
  }
}

extension ColmiRing.Log {
  /// Whether a ring gives it day by day.
  fileprivate var isOfOneDay: Bool {
    switch self {
    case .activity, .heartRateLog, .stressLog, .hrvLog, .dayTotals: true
    default: false
    }
  }

  /// The log in words.
  var words: String {
    switch self {
    case .activity: LogStatement.activityLog
    case .heartRateLog: LogStatement.heartRateLog
    case .stressLog: "stress"
    case .hrvLog: "heart-rate variability"
    case .spo2Log: "SpO₂"
    case .sleep: LogStatement.nightLog
    case .naps: "naps"
    case .temperatureLog: "skin temperature"
    case .manualHeartRate: "heart rate by hand"
    case .dayTotals: LogStatement.totalsLog
    }
  }
}
