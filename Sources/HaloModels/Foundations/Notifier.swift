/// Shows notifications: the system's on an iPhone.
public protocol Notifier: Sendable {
  /// Asks the person for permission, once; afterwards the person decides in the system's settings.
  ///
  /// - Returns: True if notifications are allowed.
  func askForPermission() async throws -> Bool

  /// Shows a notification at its time, or now. It replaces one with the same identifier.
  func show(_ notice: Notice) async throws

  /// Withdraws notifications that were not shown yet.
  func withdraw(_ identifiers: [String]) async
}

/// A notification.
public struct Notice: Sendable, Hashable, Identifiable {
  /// The identifier, by which a later notification replaces it.
  public let id: String
  /// The headline.
  public let title: Phrase
  public let text: Phrase
  /// The time at which it is shown; `nil` for now.
  public let time: Moment?

  /// Creates a notification.
  public init(_ id: String, _ title: Phrase, _ text: Phrase, at time: Moment? = nil) {
    self.id = id
    self.title = title
    self.text = text
    self.time = time
  }
}
