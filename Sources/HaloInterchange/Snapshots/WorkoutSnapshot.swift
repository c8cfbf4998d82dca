/// A workout that is being recorded, for the lock screen.
public struct WorkoutSnapshot: Sendable, Hashable, Codable {
  /// The beginning, in seconds since 1970.
  public let since: Int
  /// The heart rate in beats per minute; `nil` if it is not measured now.
  public let heartRate: Int?
  /// The distance as text, in the person's units; `nil` without a machine that counts it.
  public let distance: String?
  /// The speed as text, in the person's units; `nil` if no machine measures it now.
  public let speed: String?
  /// True while a device is lost and searched for.
  public let isLost: Bool

  /// Creates a snapshot.
  public init(since: Moment, heartRate: Int?, distance: String?, speed: String?, isLost: Bool) {
    self.since = since.milliseconds.floorDivided(by: 1000)
    self.heartRate = heartRate
    self.distance = distance
    self.speed = speed
    self.isLost = isLost
  }
}

/// A workout on the lock screen. The app and its widget make it known to ActivityKit, which identifies it by this type.
public struct WorkoutActivity: Sendable, Hashable, Codable {
  /// The state that changes.
  public typealias ContentState = WorkoutSnapshot

  /// Creates the activity.
  public init() {}
}
