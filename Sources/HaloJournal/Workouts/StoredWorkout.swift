public import HaloHealth

/// A workout as the journal keeps it.
public struct StoredWorkout: Sendable, Hashable, Identifiable {
  /// Its number in the journal.
  public let id: Int
  /// The workout.
  public let workout: Workout
  /// Whose it is.
  public let wearer: String
  /// The machine, by its number in the journal; `nil` where there was none, or it was forgotten.
  public let machine: Int?
  /// What told the heart rate, by its number in the journal; `nil` where there was nothing, or it was forgotten.
  public let heart: Int?

  /// A workout that is kept as `id`.
  public init(id: Int, workout: Workout, wearer: String, machine: Int?, heart: Int?) {
    self.id = id
    self.workout = workout
    self.wearer = wearer
    self.machine = machine
    self.heart = heart
  }
}
