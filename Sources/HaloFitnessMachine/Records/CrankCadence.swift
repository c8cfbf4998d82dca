extension FitnessMachine {
  /// Computes the revolutions per minute of a power meter's crank.
  ///
  /// Below 60 per minute, some measurements repeat the last revolution. The cadence is 0 only after three seconds without
  /// a revolution; until then it is unknown.
  struct CrankCadence: Sendable {
    private var rate = TurnRate(.crank)
    /// The last revolution, with the time at which it was received.
    private var last: (count: Int, seconds: Double)?

    /// Adds a count that was received at a time in seconds.
    mutating func next(_ turns: CyclingSpeedAndCadence.Turns, at seconds: Double) -> Double? {
      let perSecond = rate.next(turns)
      let pause = last.map { seconds - $0.seconds }
      if let pause, turns.count == last?.count { return pause < 3 ? nil : 0 }
      last = (turns.count, seconds)
      // After 64 s the sensor's clock is ambiguous, and after a restart its count is.
      guard let pause, pause < 60, let perSecond, perSecond < 5 else { return nil }
      return perSecond * 60
    }
  }
}
