extension ColmiRingDriver {
  /// Reads the heart rates of `date`, the ring's own today, to detect an error of its clock before it is set:
  /// ``ColmiRing/ClockEvidence``. Returns `nil` if they cannot show one, if the clock is known, and if the ring does
  /// not answer soon. `roundTrip` is the duration of the last request.
  static func logBeforeSetting(
    _ exchange: ColmiRing.RingExchange, _ date: CalendarDate?, roundTrip: Duration, _ environment: DriverEnvironment
  ) async throws -> ColmiRing.Received? {
    let time = environment.time
    let today = environment.time.wallClock.date
    guard let date, abs(date.daysSince1970 - today.daysSince1970) <= 1, time.moment.secondsFromGMT != 0,
      !environment.clockCheck.isDone || date != today
    else { return nil }
    // A ring that refuses or ignores this request must not delay the user's request.
    exchange.adjustTimeout(to: roundTrip)
    defer { exchange.resetTimeout() }
    let received = try await exchange.answer(to: .heartRateLog(of: date), of: date)
    guard case .heartRateLog(let log) = received?.message, log.isDated, log.date == date else { return nil }
    return received
  }

  /// Stores the log that was read before the clock was set in the ledger, so that the sync does not request it again.
  func putLogBeforeSetting(
    into ledger: SyncLedger, today: CalendarDate, _ progress: (SyncProgress) -> Void
  ) {
    guard let foundLog, case .heartRateLog(let log) = foundLog.message, log.date == today else { return }
    ledger.put(
      foundLog.message.readings(today: today, frames: foundLog.frames),
      for: SyncLedger.Item(.heartRate, date: today))
    ledger.progress(latest: Self.family.name(of: .heartRate), progress)
  }
}
