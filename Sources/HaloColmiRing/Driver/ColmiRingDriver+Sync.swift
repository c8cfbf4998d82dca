extension ColmiRingDriver {
  /// Fetches the logs that the ring stores and `ledger` lacks.
  public func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport {
    var firmware = firmware
    var support: ColmiRing.DeviceSupport?
    if firmware.needsFeatures {
      try await recognizeFirmware()
      support = try await deviceSupport()
      if !revisions.isH59 { firmware.features = support?.features ?? [] }
    }
    let newest = today
    let dates = (0..<request.days).map { newest.adding(days: -$0) }
    let commands = firmware.packetLogs.flatMap { log in
      dates.prefix(log.isTodayOnly ? 1 : dates.count).map { PendingLog(log: log, date: $0) }
    }
    let bigData = firmware.bigDataLogs.flatMap { log in
      log.hasDailyBigData ? dates.map { PendingLog(log: log, date: $0) } : [PendingLog(log: log, date: nil)]
    }
    let items = (commands + bigData).filter { $0.log.precedes == nil }.map(\.item)
    ledger.begin(items, today: newest)
    for log in firmware.missingLogs where log.sleep == nil || !firmware.usesOlderSleepRequest {
      ledger.markUnsupported(log.id)
    }
    settleLogBeforeSetting(in: ledger, today: newest, progress)
    // Unsolicited logs count as well: naps, which come before the nights, and late answers.
    let unsolicited = exchange.unsolicited.listen()
    defer { unsolicited.stop() }
    async let absorbed: Void = settleUnsolicited(unsolicited.elements, asked: newest, in: ledger)
    try await withoutActuallyEscaping(progress) { progress in
      let report: @Sendable (Phrase) -> Void = { ledger.progress(latest: $0, progress) }
      // The two channels run in parallel: while the ring sends its nights, it answers commands.
      async let fromBigData: Void = fetchBigData(bigData, request.days, ledger, report)
      try await fetchFacts(support, ledger, report)
      try await fetch(commands, ledger, report)
      try await fromBigData
    }
    unsolicited.stop()
    await absorbed
    try await checkClock(ledger)
    // Bond last: the ring requests a bond but answers without one, so the data is fetched even if bonding fails.
    if ledger.identity?.wantsBond == true { _ = try await connection.bondIfPossible() }
    return try ledger.report(over: connection, environment, .ring)
  }

  /// Fetches the identity, the charge and the settings. `support` is the answer to `3C`, if it was requested.
  private func fetchFacts(
    _ support: ColmiRing.DeviceSupport?, _ ledger: SyncLedger, _ report: @Sendable (Phrase) -> Void
  ) async throws {
    if ledger.identity == nil {
      let identity = if let support { try await identity(support) } else { try await identify() }
      ledger.set(identity)
      report(Phrase("identity"))
    }
    if ledger.battery == nil, case .battery(let battery) = try await ask(.battery)?.message {
      ledger.set(BatteryState(percent: battery.percent, isCharging: battery.isCharging))
    }
    if ledger.settings == nil {
      ledger.set(try await settings())
      report(Phrase("settings"))
    }
  }

  /// Checks the date, because a ring that restarts loses its clock, which invalidates "days ago".
  private func checkClock(_ ledger: SyncLedger) async throws {
    // A ring that did not report its date may be unable to: it is asked once.
    for _ in 0..<(foundDate != nil || ledger.hasLostAnswers ? 4 : 1) {
      let before = today
      guard case .answer(let answer) = try await reply(to: .dayTotals(daysAgo: 0)),
        case .dayTotals(let totals) = answer.message, totals.daysAgo == 0
      else { continue }
      let isRight = totals.date == before || totals.date == today
      ledger.verify(isRight)
      if !isRight { throw WearableError.clockChanged(device: connection.label) }
      return
    }
  }

  /// Fetches big data; before them the nights in quarter hours, from firmware without the newer protocol for sleep.
  private func fetchBigData(
    _ pendingLogs: [PendingLog], _ dayCount: Int, _ ledger: SyncLedger, _ report: @Sendable (Phrase) -> Void
  ) async throws {
    if firmware.usesOlderSleepRequest {
      try await fetchSleepQuarters(dayCount, ledger)
      if !firmware.hasBigData, !ledger.isSettled(Self.nights) { ledger.markUnsupported(Self.nights.log) }
    }
    try await fetch(pendingLogs, ledger, report)
  }

  private static let nights = SyncLedger.Item(.sleep)

  /// Fetches nights in quarter hours. Firmware that stores none may still answer the older form of the newer protocol.
  private func fetchSleepQuarters(_ dayCount: Int, _ ledger: SyncLedger) async throws {
    guard !ledger.isSettled(Self.nights) else { return }
    let today = today
    var hasNights = false
    var stored: Set<Int>?
    // A night has parts of two days.
    for daysAgo in 0...min(dayCount, ColmiRing.SleepQuarters.oldest) where stored?.contains(daysAgo) != false {
      if let found = try await hasSleep(inQuartersOf: today.adding(days: -daysAgo)) {
        hasNights = hasNights || found
      } else if daysAgo == 0 || stored != nil {
        // The ring stores this day: its answer was lost, and the next link requests it again.
        return
      }
      if daysAgo == 0, case .answer(let received) = try await reply(to: .storedDays),
        case .storedDays(let list) = received.message
      {
        stored = Set(list.daysAgo)
      }
    }
    if !hasNights, firmware.hasBigData { _ = try await reply(to: .sleep(daysAgo: nil, isOlder: true)) }
    ledger.settle(Self.nights)
  }

  /// Returns whether the quarter hours of a date contain sleep; `nil` if the firmware does not answer twice, or refuses
  /// the request.
  private func hasSleep(inQuartersOf date: CalendarDate) async throws -> Bool? {
    for _ in 0..<2 {
      let daysAgo = UInt8(clamping: today.daysSince1970 - date.daysSince1970)
      switch try await reply(to: .sleepQuarters(daysAgo: daysAgo), of: date) {
      case .answer(let received):
        if case .sleepQuarters(let day) = received.message { return day.quarters.contains { $0.kind != nil } }
        return false
      case .refusal: return nil
      case .silence, .fragment: continue
      }
    }
    return nil
  }

  /// Fetches the nights that H59MA firmware stores by day, after it did not answer the request for all. Returns false if
  /// it does not answer this either.
  private func fetchSleepSummaries(_ item: SyncLedger.Item, _ ledger: SyncLedger) async throws -> Bool {
    guard firmware.isH59, item == Self.nights else { return false }
    var hasNight = false
    for daysAgo in UInt8(0)...6 {
      guard let received = try await ask(.sleepSummary(daysAgo: daysAgo)) else { break }
      if case .sleepSummary(let summary) = received.message, summary.night != nil { hasNight = true }
    }
    if hasNight { ledger.settle(item) }
    return hasNight
  }

  /// A requested log, or one day of it. The request is built just before it is sent, because "days ago" changes at
  /// midnight.
  private struct PendingLog: Sendable {
    let log: ColmiRing.LogForm
    let date: CalendarDate?

    var item: SyncLedger.Item { SyncLedger.Item(log.id, date: date) }

    /// Returns whether the missing answer may mean that the ring no longer stores the day.
    func mayBeDeleted(today: CalendarDate) -> Bool {
      guard log.hasDailyBigData, let date else { return false }
      return today.daysSince1970 - date.daysSince1970 >= 2
    }
  }

  /// The date of the ring's clock, which was set to local time.
  private var today: CalendarDate { environment.time.wallClock.date }

  private func fetch(
    _ pendingLogs: [PendingLog], _ ledger: SyncLedger, _ report: @Sendable (Phrase) -> Void
  ) async throws {
    for pendingLog in pendingLogs where !ledger.isSettled(pendingLog.item) {
      try await fetch(pendingLog, of: pendingLogs, ledger)
      if pendingLog.log.precedes == nil, ledger.isSettled(pendingLog.item) {
        report(Self.family.name(of: pendingLog.log.id))
      }
    }
  }

  private func fetch(_ pendingLog: PendingLog, of pendingLogs: [PendingLog], _ ledger: SyncLedger) async throws {
    if let answer = pendingLog.log.precedes, ledger.isUnsupported(answer) { return }
    var answersWithoutIt = 0
    var silences = 0
    for _ in 0..<4 where !ledger.isSettled(pendingLog.item) {
      let before = today
      let question = ColmiRing.LogRequest(
        date: pendingLog.date ?? before, today: before, usesOlderSleepRequest: firmware.usesOlderSleepRequest)
      guard let request = pendingLog.log.request?(question) else { return }
      switch try await reply(to: request, of: pendingLog.date) {
      case .answer:
        // If midnight passed between request and answer, "days ago" is ambiguous, so request it again.
        guard today == before else { continue }
        if pendingLog.log.precedes != nil {
          // This log precedes the answer. It was received already, or its frame was lost, or the ring never sends it.
          answersWithoutIt += 1
          if answersWithoutIt == 2 { ledger.settle(pendingLog.item) }
          continue
        }
        ledger.settle(pendingLog.item)
      case .refusal: ledger.markUnsupported(pendingLog.log.id)
      case .silence where pendingLog.mayBeDeleted(today: before):
        // One answer may be lost.
        silences += 1
        guard silences == 2 else { continue }
        for older in pendingLogs where older.log.id == pendingLog.log.id && older.mayBeDeleted(today: before) {
          ledger.settle(older.item)
        }
      case .silence:
        if ledger.treatsSilenceAsUnsupported(of: pendingLog.item),
          try await !fetchSleepSummaries(pendingLog.item, ledger)
        {
          ledger.markUnsupported(pendingLog.log.id)
        }
        let logs = pendingLogs.filter { $0.log.precedes == nil }.map(\.log.id)
        if pendingLog.log.bigDataID != nil, ledger.treatsSilenceAsUnsupported(ofAll: logs) {
          logs.forEach(ledger.markUnsupported)
        }
      case .fragment: ledger.noteIncompleteAnswer()
      }
    }
  }

  /// Settles the items of unsolicited logs.
  private func settleUnsolicited(
    _ messages: AsyncStream<ColmiRing.Received>, asked: CalendarDate, in ledger: SyncLedger
  ) async {
    for await received in messages {
      // The day of an empty answer is unknown, but the answer shows that the firmware supports the log.
      if case .noData(let none) = received.message { ledger.noteKnown(none.of.form.id) }
      let content = received.message.content
      guard let log = content.log?.form, today == asked else { continue }
      let date = log.bigDataID == nil ? content.coveredDays(today: asked).first : nil
      ledger.settle(SyncLedger.Item(log.id, date: date))
    }
  }
}
