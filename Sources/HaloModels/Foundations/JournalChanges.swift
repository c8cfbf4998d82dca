/// Announces new data in the journal to the screens that show it.
public final class JournalChanges: Sendable {
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  /// Creates an announcer without listeners.
  public init() {}

  /// Announces new data.
  public func announce() { changes.send(()) }

  /// Yields once immediately, and again after each change; simultaneous announcements are merged.
  public func updates() -> AsyncStream<Void> { changes.listen(startingWith: [()]).elements }
}
