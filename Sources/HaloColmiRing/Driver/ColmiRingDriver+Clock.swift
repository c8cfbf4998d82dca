extension ColmiRingDriver {
  /// Reads the heart rates of `date`, the ring's own today, to detect an error of its clock before it is set:
  /// ``ColmiRing/ClockEvidence``. Returns `nil` if they cannot show one, if the clock is known, and if the ring does
  /// not answer soon. `roundTrip` is the duration of the last request.
  static func logBeforeSetting(
    _ exchange: ColmiRing.RingExchange, _ date: CalendarDate?, roundTrip: Duration, _ environment: DriverEnvironment
  ) async throws -> ColmiRing.HeartRateLog? {
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
    return log
  }

  /// Settles the log that was read before the clock was set, so that the sync does not request it again.
  func settleLogBeforeSetting(
    in ledger: SyncLedger, today: CalendarDate, _ progress: (SyncProgress) -> Void
  ) {
    guard foundLog?.date == today else { return }
    ledger.settle(SyncLedger.Item(.heartRate, date: today))
    ledger.progress(latest: Self.family.name(of: .heartRate), progress)
  }
}
