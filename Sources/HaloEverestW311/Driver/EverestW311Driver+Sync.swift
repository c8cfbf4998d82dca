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
    // Every answer contains its date, so a wrong clock cannot move it to another day: the date needs no check.
    ledger.begin([totals] + days + rates, today: today, found: today)
    try await fetchFacts(into: ledger, progress: progress)
    if !ledger.isSettled(totals) {
      // No document shows how this command is confirmed. Continue with the days if it is not.
      var readings: Readings?
      do { readings = try await fetchTotals(of: today) } catch WearableError.unanswered {}
      if let readings {
        ledger.put(readings, for: totals)
      } else {
        ledger.markUnsupported(totals.log)
      }
      ledger.progress(latest: Self.family.name(of: totals.log), progress)
    }
    var histories: [(history: EverestW311.DayHistory, frames: [Int])] = []
    for item in days {
      guard let date = item.date, let received = try await fetch(item, .day(date), ledger, progress) else { continue }
      if case .dayHistory(let history) = received.message { histories.append((history, received.frames)) }
    }
    let nights = EverestW311.Nights.found(in: histories).nights
    if !nights.isEmpty { ledger.put(Readings(nights: nights), for: SyncLedger.Item(.sleep)) }
    for item in rates {
      if let date = item.date { _ = try await fetch(item, .heartRateHistory(date), ledger, progress) }
    }
    return try ledger.report(over: connection, environment, .watch)
  }

  /// Fetches today's totals, which the watch sends after they are turned on; `nil` if none arrive.
  private func fetchTotals(of date: CalendarDate) async throws -> Readings? {
    let events = exchange.events.listen()
    defer { events.stop() }
    return try await withRealTimeSteps {
      let totalsTimeout = Duration.seconds(5)
      return try await TimeLimit.within(totalsTimeout, environment.clock) {
        for await event in events.elements {
          if case .message(let received) = event, case .realTimeSteps(let totals) = received.message,
            totals.date == date
          {
            return Readings(totals: [totals.totals(frames: received.frames)])
          }
        }
        return nil
      } ?? nil
    }
  }

  /// Sends a request until its item is settled. Returns the answer that settled it, if there was one.
  private func fetch(
    _ item: SyncLedger.Item, _ request: EverestW311.Request, _ ledger: SyncLedger,
    _ progress: @Sendable (SyncProgress) -> Void
  ) async throws -> EverestW311.Received? {
    var endCount = 0
    for _ in 0..<4 where !ledger.isSettled(item) {
      let received = try await exchange.ask(request)
      switch received?.message {
      case nil: if ledger.treatsSilenceAsUnsupported(of: item) { ledger.markUnsupported(item.log) }
      // The end arrived, but packets were lost or have an unknown layout.
      case .incomplete: ledger.noteIncompleteAnswer()
      // Only the end arrived: there is no data, or the head was lost.
      case .acknowledged where endCount == 0:
        endCount += 1
        ledger.noteIncompleteAnswer()
      case let message?:
        if let statement = message.content.statement(frames: received?.frames ?? []) {
          ledger.put(statement.readings, for: item)
        } else {
          ledger.markEmpty(for: item)
        }
      }
      if ledger.isSettled(item) {
        ledger.progress(latest: Self.family.name(of: item.log), progress)
        return received
      }
    }
    return nil
  }
}
