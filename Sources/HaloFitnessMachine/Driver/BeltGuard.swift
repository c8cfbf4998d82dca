extension FitnessMachine {
  /// Compares the speeds that a belt reports with those that Halo commands, in km/h. It has no clock, no radio and no
  /// waiting.
  ///
  /// A commanded speed is being reached from the command until the belt has settled at it. Until then, a speed above the
  /// person's limit is Halo's fault. Later, it was set at the machine.
  struct BeltGuard: Sendable {
    /// A noticed deviation.
    enum Finding: Sendable, Hashable {
      /// Two reports in a row were above the limit while a commanded speed was being reached.
      case aboveLimit(reported: Double, limit: Double)
      /// The belt settled at 1.6 or 0.62 times the commanded speed.
      case otherUnit(commanded: Double, reported: Double)
      /// The belt settled at a speed that was set at the machine.
      case setAtMachine(Double)
    }

    /// The person's limit.
    let limit: Double
    /// The commanded speed that is being reached; `nil` if no command is pending.
    private var goal: Double?
    /// The speed at which the belt had settled, or 0 after it was stopped at the machine; `nil` if not known.
    private var settled: Double?
    /// The latest reported speed.
    private var latest: Double
    /// The lowest reported speed since `goal` was set. A belt that was faster before is slowing down.
    private var lowest = 0.0
    /// The latest command: its time, and the speed before it.
    private var command: (time: Duration, speed: Double) = (.zero, 0)
    /// `goal` before the latest command.
    private var earlierGoal: Double?
    /// The speed that the belt keeps, and since when.
    private var steady: (speed: Double, since: Duration) = (0, .zero)
    private var countAboveLimit = 0
    private var hasReportedUnit = false

    /// A guard of a belt that runs at `speed`.
    init(limit: Double, speed: Double = 0) { (self.limit, latest) = (limit, speed) }

    /// The time for which a belt that moved after a command keeps its speed when it has reached it.
    private static let settling = Duration.seconds(2)
    /// The same for a belt that did not move: some begin to move five seconds after a command.
    private static let settlingAtRest = Duration.seconds(8)
    /// The time after which a belt that keeps another speed is not expected to reach the commanded one.
    private static let givingUp = Duration.seconds(12)

    /// Notes that a speed is about to be commanded.
    mutating func expect(_ speed: Double, at now: Duration) {
      if goal == nil { (lowest, countAboveLimit) = (latest, 0) }
      earlierGoal = goal
      goal = speed
      command = (now, latest)
    }

    /// Notes that the machine refused the latest command, and keeps its speed.
    mutating func expectEarlier() { goal = earlierGoal }

    /// Notes that the belt is about to be stopped or paused: no speed is expected any more.
    mutating func end() { (goal, earlierGoal, settled) = (nil, nil, nil) }

    /// Takes a reported speed.
    mutating func take(_ speed: Double, at now: Duration) -> Finding? {
      if abs(speed - steady.speed) > 0.15 { steady = (speed, now) }
      latest = speed
      guard let goal else { return compareWithSettled(speed, at: now) }
      lowest = min(lowest, speed)
      countAboveLimit = speed > max(limit, lowest) + 0.5 ? countAboveLimit + 1 : 0
      if countAboveLimit >= 2 {
        end()
        return .aboveLimit(reported: speed, limit: limit)
      }
      let time = now - max(steady.since, command.time)
      let hasMoved = abs(speed - command.speed) > 0.3
      guard speed > 0, time >= (hasMoved ? Self.settling : Self.settlingAtRest) else { return nil }
      if Self.isSame(speed, goal) || time >= Self.givingUp { (self.goal, settled) = (nil, speed) }
      // At 1 km/h, 1.6 km/h may be the lowest speed of the machine.
      guard goal >= 2, !hasReportedUnit else { return nil }
      let isFaster = Self.isSame(speed, goal * SpeedUnit.kilometersPerMile)
      // A belt may pause on its way to a faster speed.
      let isSlower = time >= .seconds(5) && Self.isSame(speed, goal / SpeedUnit.kilometersPerMile)
      guard isFaster || isSlower else { return nil }
      hasReportedUnit = true
      return .otherUnit(commanded: goal, reported: speed)
    }

    /// Takes a target that the machine reports, in either of its units: the one commanded, or one set at the machine.
    ///
    /// An answer to a command comes at once, and has the commanded number, or that speed in the other unit. Some machines
    /// report the speed of the moment, which is near the latest one.
    mutating func takeTarget(_ target: [Double], at now: Duration) {
      guard let goal, now - command.time >= .milliseconds(500) else { return }
      let explained = [goal, goal * SpeedUnit.kilometersPerMile, goal / SpeedUnit.kilometersPerMile]
      guard target.allSatisfy({ speed in abs(speed - latest) > 1 && !explained.contains { Self.isSame(speed, $0) } })
      else { return }
      self.goal = nil
      settled = goal
    }

    private mutating func compareWithSettled(_ speed: Double, at now: Duration) -> Finding? {
      guard let settled, abs(speed - settled) > 0.2 else { return nil }
      guard speed > 0 else {
        self.settled = 0
        return nil
      }
      guard now - steady.since >= Self.settling else { return nil }
      self.settled = speed
      return .setAtMachine(speed)
    }

    /// Returns whether speeds are equal within the steps and the accuracy of machines.
    private static func isSame(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= max(0.2, other * 0.03) }
  }
}
