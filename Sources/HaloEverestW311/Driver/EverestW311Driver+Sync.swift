extension EverestW311Driver {
  /// Fetches the days that the watch stores and `ledger` lacks.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    let today = environment.time.wallClock.date
    let dates = (0..<request.days).map { today.adding(days: -$0) }
    let totals = SyncLedger.Item(.totals, date: today)
    // A night has parts of two days, so request a fetched day again if the next day is missing.
    func isHome(_ date: CalendarDate) -> Bool { ledger.isSettled(SyncLedger.Item(.activity, date: date)) }
    let days = dates.filter { !isHome($0) || !isHome($0.adding(days: 1)) }.map {
      SyncLedger.Item("history", date: $0)
    }
    let rates = dates.map { SyncLedger.Item(.heartRate, date: $0) }
    // Every answer contains its date, so a wrong clock cannot move it to another day.
    ledger.begin([totals] + days + rates, today: today)
    try await fetchFacts(into: ledger, progress: progress)
    if !ledger.isSettled(totals) {
      // No document shows how this command is confirmed. Continue with the days if it is not.
      var isAnswered = false
      do { isAnswered = try await fetchTotals(of: today) } catch WearableError.unanswered {}
      if isAnswered {
        ledger.settle(totals)
      } else {
        ledger.markUnsupported(totals.log)
      }
      ledger.progress(latest: Self.family.name(of: totals.log), progress)
    }
    for item in days {
      if let date = item.date { try await fetch(item, .day(date), ledger, progress) }
    }
    for item in rates {
      if let date = item.date { try await fetch(item, .heartRateHistory(date), ledger, progress) }
    }
    return try ledger.report(over: connection, environment, .watch)
  }

  /// Fetches today's totals, which the watch sends after they are turned on. Returns false if none arrive.
  private func fetchTotals(of date: CalendarDate) async throws -> Bool {
    let events = exchange.events.listen()
    defer { events.stop() }
    return try await withRealTimeSteps {
      let totalsTimeout = Duration.seconds(5)
      return try await TimeLimit.within(totalsTimeout, environment.clock) {
        for await event in events.elements {
          if case .message(let received) = event, case .realTimeSteps(let totals) = received.message,
            totals.date == date
          {
            return true
          }
        }
        return false
      } ?? false
    }
  }

  /// Sends a request until its item is settled.
  private func fetch(
    _ item: SyncLedger.Item, _ request: EverestW311.Request, _ ledger: SyncLedger,
    _ progress: @Sendable (SyncProgress) -> Void
  ) async throws {
    var endCount = 0
    for _ in 0..<4 where !ledger.isSettled(item) {
      switch try await exchange.ask(request)?.message {
      case nil: if ledger.treatsSilenceAsUnsupported(of: item) { ledger.markUnsupported(item.log) }
      // The end arrived, but packets were lost or have an unknown layout.
      case .incomplete: ledger.noteIncompleteAnswer()
      // Only the end arrived: there is no data, or the head was lost.
      case .acknowledged where endCount == 0:
        endCount += 1
        ledger.noteIncompleteAnswer()
      default: ledger.settle(item)
      }
      if ledger.isSettled(item) { ledger.progress(latest: Self.family.name(of: item.log), progress) }
    }
  }
}
