public import HaloWearables

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
    /// True if control was requested and granted.
    public internal(set) var hasControl = false
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
      firstRecord = firstRecord ?? record
      self.record = record
      recordCount += 1
      if let speed = record[.speed] { isMoving = speed > 0 }
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
        hasControl = false
        interruption = interruption ?? .controlLost
      case .changed, .other: break
      }
    }
  }
}
