/// What writing a day needs of Apple Health.
public protocol HealthStore: Sendable {
  /// Removes what Halo wrote for a day.
  func remove(_ day: CalendarDate) async throws

  /// Saves a part of a day: entries of one kind, or one workout.
  ///
  /// - Returns: `nil`, or the reason in the system's words if Health refuses this part.
  /// - Throws: The error if nothing can be written now, such as while the phone is locked.
  func save(_ part: HealthDay) async throws -> String?
}

/// A part of a day that Health refused: entries of one kind, or one workout.
public struct HealthRefusal: Sendable, Hashable {
  public let part: HealthDay
  /// The reason, in the system's words.
  public let reason: String
}
