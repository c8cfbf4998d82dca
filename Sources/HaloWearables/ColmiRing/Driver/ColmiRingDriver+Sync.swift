import HaloBluetooth
import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ColmiRingDriver {
  public func sync(
    _ request: SyncRequest, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let ledger = SyncLedger()
    let commands = dailyLogs(days: request.days)
    let bigData = bigDataLogs
    let total = commands.reduce(3) { $0 + $1.requests.count } + bigData.count
    let (identity, battery) = try await withoutActuallyEscaping(progress) { progress in
      let report: @Sendable (String) -> Void = { latest in
        progress(SyncProgress(done: ledger.step(), total: total, latest: latest))
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
      try await fetch([Wanted(name: "totals of today", requests: [.todayTotals])] + commands, ledger, report)
      try await fromBigData
      return (identity, battery)
    }
    return SyncReport(
      identity: identity, battery: battery, today: today, zone: environment.time.zone.identifier,
      readings: ledger.readings, unsupported: ledger.unsupported)
  }

  /// Requests for one kind of thing; one that the ring does not know is asked for once.
  private struct Wanted: Sendable {
    let name: String
    let requests: [ColmiRing.Request]
  }

  /// The day on the ring's clock, which was set to local time.
  private var today: CalendarDate { environment.time.wallClock.date }

  private func dailyLogs(days: Int) -> [Wanted] {
    let daysAgo = (0..<UInt8(days)).map { $0 }
    let today = today
    var wanted = [
      Wanted(name: "activity", requests: daysAgo.map { .activity(daysAgo: $0) }),
      Wanted(
        name: "heart rate", requests: daysAgo.map { .heartRateLog(of: today.adding(days: -Int($0))) }),
    ]
    if capabilities.contains(.stress) {
      wanted.append(Wanted(name: "stress", requests: daysAgo.map { .halfHourLog(.stress, daysAgo: $0) }))
    }
    if capabilities.contains(.hrv) {
      wanted.append(
        Wanted(name: "heart-rate variability", requests: daysAgo.map { .halfHourLog(.hrv, daysAgo: $0) }))
    }
    return wanted
  }

  private var bigDataLogs: [Wanted] {
    let isOlder = !capabilities.contains(.newSleepProtocol)
    var wanted = [Wanted(name: "sleep", requests: [.sleep(daysAgo: nil, isOlder: isOlder)])]
    if capabilities.contains(.spo2) { wanted.append(Wanted(name: "SpO₂", requests: [.spo2Log(daysAgo: nil)])) }
    if capabilities.contains(.temperature) {
      wanted.append(Wanted(name: "skin temperature", requests: [.temperatureLog(days: 6)]))
    }
    if capabilities.contains(.manualHeartRate) {
      wanted.append(Wanted(name: "heart rate by hand", requests: [.manualHeartRate(daysAgo: 0)]))
    }
    return wanted
  }

  private func fetch(
    _ wanted: [Wanted], _ ledger: SyncLedger, _ report: @Sendable (String) -> Void
  ) async throws {
    for wish in wanted {
      var isSupported = true
      for request in wish.requests {
        if isSupported {
          if let (answers, today) = try await askWithinADay(request) {
            for answer in answers { ledger.add(answer, today: today) }
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
    _ request: ColmiRing.Request
  ) async throws -> ([ColmiRing.Received], today: CalendarDate)? {
    for _ in 0..<2 {
      let before = today
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
