import HaloBluetooth
import HaloHealth

extension ColmiRingDriver {
  public func sync(
    _ request: SyncRequest, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let ledger = SyncLedger()
    let newest = today
    let commands = dailyLogs((0..<request.days).map { newest.adding(days: -$0) })
    let bigData = bigDataLogs
    let total = commands.reduce(4) { $0 + $1.requests.count } + bigData.count
    let (identity, battery, settings) = try await withoutActuallyEscaping(progress) { progress in
      let report: @Sendable (String) -> Void = { latest in
        ledger.step { progress(SyncProgress(done: $0, total: total, latest: latest)) }
      }
      // The two channels at once: while the ring sends its nights, it answers commands.
      async let fromBigData: Void = fetch(bigData, ledger, report)
      let identity = try await identify()
      report("identity")
      let battery = try await ask(.battery).flatMap { received -> BatteryState? in
        guard case .battery(let battery) = received.message else { return nil }
        return BatteryState(percent: battery.percent, isCharging: battery.isCharging)
      }
      report("battery")
      let settings = try await self.settings()
      report("settings")
      try await fetch([Wanted(name: "totals of today", requests: [{ _ in .todayTotals }])] + commands, ledger, report)
      try await fromBigData
      return (identity, battery, settings)
    }
    return SyncReport(
      identity: identity, battery: battery, settings: settings, today: newest, zone: environment.time.zone,
      readings: ledger.readings, unsupported: ledger.unsupported, missed: ledger.missed)
  }

  /// Requests for one kind of thing, each made when its turn comes: "days ago" means another day after midnight.
  private struct Wanted: Sendable {
    let name: String
    let requests: [@Sendable (_ today: CalendarDate) -> ColmiRing.Request]

    init(name: String, requests: [@Sendable (_ today: CalendarDate) -> ColmiRing.Request]) {
      self.name = name
      self.requests = requests
    }

    /// One request for each of these dates.
    init(name: String, dates: [CalendarDate], request: @escaping @Sendable (UInt8) -> ColmiRing.Request) {
      self.name = name
      requests = dates.map { date in
        { today in request(UInt8(clamping: today.daysSince1970 - date.daysSince1970)) }
      }
    }
  }

  /// The day on the ring's clock, which was set to local time.
  private var today: CalendarDate { environment.time.wallClock.date }

  private func dailyLogs(_ dates: [CalendarDate]) -> [Wanted] {
    var wanted = [
      Wanted(name: "activity", dates: dates) { .activity(daysAgo: $0) },
      Wanted(name: "heart rate", requests: dates.map { date in { _ in .heartRateLog(of: date) } }),
    ]
    if capabilities.contains(.stress) {
      wanted.append(Wanted(name: "stress", dates: dates) { .halfHourLog(.stress, daysAgo: $0) })
    }
    if capabilities.contains(.hrv) {
      wanted.append(Wanted(name: "heart-rate variability", dates: dates) { .halfHourLog(.hrv, daysAgo: $0) })
    }
    return wanted
  }

  private var bigDataLogs: [Wanted] {
    let isOlder = !capabilities.contains(.newSleepProtocol)
    var wanted = [Wanted(name: "sleep", requests: [{ _ in .sleep(daysAgo: nil, isOlder: isOlder) }])]
    if capabilities.contains(.spo2) { wanted.append(Wanted(name: "SpO₂", requests: [{ _ in .spo2Log(daysAgo: nil) }])) }
    if capabilities.contains(.temperature) {
      wanted.append(Wanted(name: "skin temperature", requests: [{ _ in .temperatureLog(days: 6) }]))
    }
    if capabilities.contains(.manualHeartRate) {
      wanted.append(Wanted(name: "heart rate by hand", requests: [{ _ in .manualHeartRate(daysAgo: 0) }]))
    }
    return wanted
  }

  private func fetch(
    _ wanted: [Wanted], _ ledger: SyncLedger, _ report: @Sendable (String) -> Void
  ) async throws {
    for wish in wanted {
      var hasAnswered = false
      var isSupported = true
      for request in wish.requests {
        if isSupported {
          if let (answers, today) = try await askWithinADay(request) {
            hasAnswered = true
            for answer in answers { ledger.add(answer, today: today) }
          } else if hasAnswered {
            // It knows the question, so this answer was lost on the way.
            ledger.addMissed(wish.name)
          } else {
            isSupported = false
            ledger.addUnsupported(wish.name)
          }
        }
        report(wish.name)
      }
    }
  }

  /// The answer to a request and the day it counts back from. Midnight between the two would make every "days ago" ambiguous, so
  /// then it is asked once more. Big data that comes unasked with the answer belongs to it: naps come before the nights.
  private func askWithinADay(
    _ makeRequest: @Sendable (CalendarDate) -> ColmiRing.Request
  ) async throws -> ([ColmiRing.Received], today: CalendarDate)? {
    for _ in 0..<2 {
      let before = today
      let request = makeRequest(before)
      let unasked = exchange.listen()
      defer { unasked.stop() }
      guard let answer = try await ask(request) else { return nil }
      unasked.stop()
      var answers = [answer]
      if request.outgoing.channel == .bigData {
        for await received in unasked.messages { answers.append(received) }
      }
      if today == before { return (answers, before) }
    }
    return nil
  }
}
