public import HaloWearables

extension FitnessMachine {
  /// What is known of a machine by what it said. No clock, no radio, no waiting.
  public struct MachineState: Sendable {
    /// Why a machine that was controlled is not any more.
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
    /// Whether control was asked for and given.
    public internal(set) var hasControl = false
    /// Why the machine takes nothing any more.
    public internal(set) var interruption: Interruption?
    /// How many records came.
    public internal(set) var recordCount = 0
    /// Whether the belt moves, as far as the machine says; `nil` before it says anything.
    public internal(set) var isMoving: Bool?
    /// Whether it was told to start, and has not been seen to stand since it was told to stop.
    var isOurs = false
    /// The speed that it was told last, in km/h.
    var toldSpeed: Double?
    /// How often Halo was told to stop or pause it.
    var haltCount = 0
    /// How often Halo was told how fast it shall run.
    var speedCount = 0
    /// How often it said that it was started or stopped.
    var startCount = 0
    var stopCount = 0

    /// Speed now in km/h.
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
