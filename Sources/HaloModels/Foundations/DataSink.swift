public import HaloInterchange

/// Receives a person's data outside of the journal: on an iPhone the widget and Apple Health.
public protocol DataSink: Sendable {
  /// The language of texts that are shown outside of the app.
  var wording: Wording { get }

  /// Replaces the snapshot that the widget shows.
  func show(_ widgetSnapshot: WidgetSnapshot) async throws

  /// Shows the workout that is being recorded on the lock screen; `nil` if it has ended.
  func show(_ workout: WorkoutSnapshot?) async

  /// Asks the person for permission to write to Apple Health, once; afterwards the person decides in the system's settings.
  ///
  /// - Returns: The permission.
  func askForHealth() async throws -> HealthPermission

  /// The permission to write to Apple Health, without asking.
  func healthPermission() async -> HealthPermission

  /// Replaces a day's data in Apple Health. Called only if the person has enabled it. What Health refused before is left
  /// out until it changes, unless `retrying`.
  ///
  /// - Returns: What Health refused of the day.
  func write(_ day: HealthDay, retrying: Bool) async throws -> [HealthRefusal]

  /// Removes everything that Halo wrote to Apple Health.
  func removeFromHealth() async throws

  /// Deletes the snapshot and the bookkeeping for Apple Health. Data in Apple Health belongs to the person and stays.
  func forget() async throws
}

extension DataSink {
  /// The wording of the current task.
  public var wording: Wording { .current }
}

/// The permission to write to Apple Health.
public enum HealthPermission: Sendable, Hashable {
  /// Health does not exist on this device.
  case unavailable
  /// The person was not asked yet.
  case undecided
  /// The person allowed nothing.
  case denied
  /// The person allowed some kinds of data.
  case partial
  /// The person allowed all kinds of data.
  case all
}
