public import HaloHealth
public import HaloWearables
import Synchronization

/// Accumulates the data of a workout's devices as it arrives.
public final class WorkoutTally: Sendable {
  /// The lowest mean speed of running on a treadmill, in km/h: people change from walking to running at about 2 m/s
  /// (Hreljac 1993).
  public static let runningSpeed = 7.2

  private struct State {
    var machine: MachineKind?
    var meters = Count()
    var kilocalories = Count()
    /// The sum and number of speeds of the moving belt, in km/h.
    var speedSum = 0.0
    var speedCount = 0
    var hasMeasured = false
  }

  /// A machine's counter, which may restart at 0.
  private struct Count {
    private(set) var sum: Double?
    private var last: Double?

    mutating func take(_ value: Double?) {
      guard let value else { return }
      sum = (sum ?? 0) + (last.map { value >= $0 ? value - $0 : value } ?? 0)
      last = value
    }
  }

  private let kind: Workout.Kind?
  private let state = Mutex(State())

  /// An empty tally. If `kind` is `nil`, the sport is derived from the machine.
  public init(kind: Workout.Kind?) { self.kind = kind }

  /// True if anything was measured.
  public var hasMeasured: Bool { state.withLock { $0.hasMeasured } }

  /// Adds a record from a machine.
  public func take(_ record: MachineRecord) {
    state.withLock { state in
      state.hasMeasured = true
      state.machine = record.machine
      state.meters.take(record[.meters])
      state.kilocalories.take(record[.kilocalories])
      if let speed = record[.speed], speed > 0 {
        state.speedSum += speed
        state.speedCount += 1
      }
    }
  }

  /// Adds a reading from a strap or ring.
  public func take(_ reading: LiveReading) {
    if case .value = reading.state { state.withLock { $0.hasMeasured = true } }
  }

  /// The workout so far.
  public func workout(from start: Moment, to end: Moment) -> Workout {
    state.withLock { state in
      Workout(
        kind ?? Self.kind(state), start: start, length: max(0, end.milliseconds - start.milliseconds),
        meters: state.meters.sum, kilocalories: state.kilocalories.sum, source: .live)
    }
  }

  private static func kind(_ state: State) -> Workout.Kind {
    switch state.machine {
    case .treadmill:
      state.speedSum >= runningSpeed * Double(max(1, state.speedCount)) ? .running : .walking
    case .crossTrainer: .elliptical
    case .stepClimber, .stairClimber: .stairs
    case .rower: .rowing
    case .indoorBike: .cycling
    case nil: .other
    }
  }
}
