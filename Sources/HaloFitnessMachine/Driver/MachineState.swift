extension FitnessMachine {
  /// The state of a machine, derived from its messages. It has no clock, no radio and no waiting.
  public struct MachineState: Sendable {
    /// The reason why control ended.
    public enum Interruption: Sendable, Hashable {
      /// Control was taken away.
      case controlLost
      /// The safety key was pulled.
      case safetyKey
    }

    /// The latest record.
    public internal(set) var record: MachineRecord?
    /// The first record over this link.
    public internal(set) var firstRecord: MachineRecord?
    /// The reason why the machine no longer accepts commands.
    public internal(set) var interruption: Interruption?
    /// The number of records received.
    public internal(set) var recordCount = 0
    /// True if the belt moves, as reported by the machine; `nil` before the first report.
    public internal(set) var isMoving: Bool?
    /// True if Halo started the belt, and it was not seen to stop after Halo's stop command.
    var wasStartedByHalo = false
    /// The last commanded speed, in km/h.
    var commandedSpeed: Double?
    /// The speed in km/h that the last command asked for; `nil` before a command, and after a change at the machine.
    var wantedSpeed: Double? { didSet { steadyCount = 0 } }
    /// The inclination in percent, likewise.
    var wantedInclination: Double? { didSet { steadyCount = 0 } }
    /// The number of latest records in which the machine kept its speed and its inclination.
    private var steadyCount = 0
    /// Watches the speed while Halo controls the machine; `nil` otherwise.
    var beltGuard: BeltGuard?
    /// The reason why Halo stopped the belt by itself. No command that moves the belt may follow.
    var halt: MachineError?
    /// The number of stop and pause requests.
    var stopRequestCount = 0
    /// The number of speed requests.
    var speedRequestCount = 0
    /// The number of starts and stops that the machine reported.
    var startCount = 0
    var stopCount = 0

    /// The current speed in km/h.
    public var speed: Double? { record?[.speed] }

    mutating func take(_ record: MachineRecord) {
      let isSame = [.speed, .inclinationPercent].allSatisfy { abs((record[$0] ?? 0) - (self.record?[$0] ?? 0)) < 0.05 }
      steadyCount = isSame ? steadyCount + 1 : 0
      if wasChanged(wantedSpeed, .speed, record, tolerance: 0.15) { wantedSpeed = nil }
      if wasChanged(wantedInclination, .inclinationPercent, record, tolerance: 0.25) { wantedInclination = nil }
      firstRecord = firstRecord ?? record
      self.record = record
      recordCount += 1
      if let speed = record[.speed] { isMoving = speed > 0 }
    }

    /// Returns whether the machine's buttons changed a wanted value: it had been reached, or the machine stays elsewhere.
    private func wasChanged(
      _ wanted: Double?, _ quantity: MachineQuantity, _ record: MachineRecord, tolerance: Double
    ) -> Bool {
      guard let wanted, let now = record[quantity], abs(now - wanted) > tolerance * 2 else { return false }
      let wasReached = abs((self.record?[quantity] ?? .infinity) - wanted) <= tolerance
      return wasReached || steadyCount >= Self.settledRecords
    }

    /// Machines send one to four records a second, and some begin to move five seconds after a command.
    private static let settledRecords = 20

    /// Notes that the belt is about to be stopped or paused.
    mutating func supersedeCommands() {
      stopRequestCount += 1
      wantedSpeed = nil
      beltGuard?.end()
    }

    mutating func take(_ status: MachineStatus) {
      switch status {
      case .startedOrResumed:
        startCount += 1
        if interruption == .safetyKey { interruption = nil }
      case .stoppedOrPaused: stopCount += 1
      case .stoppedBySafetyKey:
        interruption = .safetyKey
        stopCount += 1
      case .controlPermissionLost, .reset:
        interruption = interruption ?? .controlLost
      case .changed, .other: break
      }
    }
  }
}
