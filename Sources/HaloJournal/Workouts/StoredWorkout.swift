public import HaloHealth

/// A workout in the journal.
public struct StoredWorkout: Sendable, Hashable, Identifiable {
  /// The workout's number in the journal.
  public let id: Int
  /// The workout.
  public let workout: Workout
  /// The name of the wearer.
  public let wearer: String
  /// The machine's number in the journal; `nil` without a machine, or if it was deleted.
  public let machine: Int?
  /// The number of the device that measured the heart rate; `nil` without such a device, or if it was deleted.
  public let heart: Int?

  /// A workout with the number `id`.
  public init(id: Int, workout: Workout, wearer: String, machine: Int?, heart: Int?) {
    self.id = id
    self.workout = workout
    self.wearer = wearer
    self.machine = machine
    self.heart = heart
  }
}
