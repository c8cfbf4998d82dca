import Synchronization

/// Accumulates the data of a workout's devices as it arrives.
public final class WorkoutTally: Sendable {
  /// The lowest mean speed of running on a treadmill, in km/h: people change from walking to running at about 2 m/s
  /// (Hreljac 1993).
  public static let runningSpeed = 7.2

  fileprivate struct State {
    /// The kind of the latest record that was of the machine's own kind.
    var machine: MachineKind?
    /// Each data characteristic has its own counters.
    var counts: [MachineKind: MachineCounts] = [:]
    /// The sum and number of speeds of the moving belt, in km/h.
    var speedSum = 0.0
    var speedCount = 0
    var hasMeasured = false
    /// True while the machine's connection is lost.
    var isLost = false
  }

  private let kind: Workout.Kind?
  private let state = Mutex(State())

  /// An empty tally. If `kind` is `nil`, the sport is derived from the machine.
  public init(kind: Workout.Kind?) { self.kind = kind }

  /// True if anything was measured.
  public var hasMeasured: Bool { state.withLock { $0.hasMeasured } }

  /// Adds a record that a machine sent at a time. `isSide` is true for a record of another kind than the machine's.
  public func take(_ record: MachineRecord, at time: Moment, isSide: Bool = false) {
    state.withLock { state in
      state.hasMeasured = true
      state.isLost = false
      let others = state.counts.filter { $0.key != record.machine }
      state.counts[record.machine, default: MachineCounts(beside: others)].take(record, at: time)
      if isSide { return }
      state.machine = record.machine
      if let speed = record[.speed], speed > 0 {
        state.speedSum += speed
        state.speedCount += 1
      }
    }
  }

  /// Notes that the connection with the machine was lost. What it counts from now on is not seen until the next record.
  public func noteLoss() { state.withLock { $0.isLost = true } }

  /// Adds a reading from a strap or ring.
  public func take(_ reading: LiveReading) {
    if case .value = reading.state { state.withLock { $0.hasMeasured = true } }
  }

  /// The workout so far.
  public func workout(from start: Moment, to end: Moment) -> Workout {
    state.withLock { state in
      let meters = state.figure(.meters, until: end)
      let kilocalories = state.figure(.kilocalories, until: end)
      return Workout(
        kind ?? Self.kind(state), start: start, length: max(0, end.milliseconds - start.milliseconds),
        meters: meters?.value, kilocalories: kilocalories?.value, source: .live, distanceCount: meters?.count,
        energyCount: kilocalories?.count)
    }
  }

  private static func kind(_ state: State) -> Workout.Kind {
    switch state.machine {
    case .treadmill:
      state.speedSum >= runningSpeed * Double(max(1, state.speedCount)) ? .running : .walking
    case .crossTrainer: .elliptical
    case .stepClimber, .stairClimber: .stairs
    case .rower: .rowing
    case .indoorBike, .powerMeter: .cycling
    case nil: .other
    }
  }
}

extension WorkoutTally.State {
  /// A figure, from the machine's own kind or else from another that has it.
  fileprivate func figure(_ quantity: MachineQuantity, until end: Moment) -> (value: Double, count: WorkoutCount)? {
    let kinds = [machine].compactMap(\.self) + MachineKind.allCases
    // Some machines send only zeros in one of their characteristics.
    let kind =
      kinds.first { counts[$0]?.total(quantity) ?? 0 > 0 } ?? kinds.first { counts[$0]?.total(quantity) != nil }
    guard let kind, let counts = counts[kind], let value = counts.total(quantity) else { return nil }
    let doubt = counts.doubt(quantity, beside: self.counts.filter { $0.key != kind }, kind, until: isLost ? end : nil)
    return (value, WorkoutCount(source: kind.rawValue, doubt: doubt?.doubt, other: doubt?.other))
  }
}
