/// A workout for Apple Health, with its heart rates.
public struct HealthWorkout: Sendable, Hashable {
  public let workout: Workout
  /// True if a machine measured it, such as a treadmill.
  public let isIndoors: Bool
  /// The measured heart rates during it, in order of time. They are not among the other entries of the day.
  public let heartRates: [HealthRecord]

  /// Creates a workout.
  public init(_ workout: Workout, isIndoors: Bool, heartRates: [HealthRecord]) {
    self.workout = workout
    self.isIndoors = isIndoors
    self.heartRates = heartRates.filter { $0.start <= $0.end }
  }

  public var end: Moment { workout.start + .milliseconds(max(0, workout.length)) }
}
