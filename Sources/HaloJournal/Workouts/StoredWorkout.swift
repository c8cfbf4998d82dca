/// A workout in the journal.
public struct StoredWorkout: Sendable, Hashable, Identifiable {
  /// The workout's number in the journal.
  public let id: Int
  public let workout: Workout
  /// The name of the wearer.
  public let wearer: String
  /// The machine's number in the journal; `nil` without a machine, or if it was deleted.
  public let machine: Int?
  /// The number of the device that measured the heart rate; `nil` without such a device, or if it was deleted.
  public let heart: Int?
  /// The number of the device or app from which it was imported; `nil` if Halo recorded it.
  public let importedFrom: Int?
  /// True if it was imported, not recorded by Halo.
  public var isImported: Bool { importedFrom != nil }
}

extension StoredWorkout {
  /// A workout with the number `id` that Halo recorded.
  public init(id: Int, workout: Workout, wearer: String, machine: Int?, heart: Int?) {
    self.init(id: id, workout: workout, wearer: wearer, machine: machine, heart: heart, importedFrom: nil)
  }
}
