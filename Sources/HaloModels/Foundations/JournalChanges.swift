import HaloBluetooth

/// Announces new data in the journal to the screens that show it.
public final class JournalChanges: Sendable {
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  /// Creates an announcer without listeners.
  public init() {}

  /// Announces new data.
  public func announce() { changes.send(()) }

  /// Sends once now, and once whenever there is new data; several announcements at once count as one.
  public func updates() -> AsyncStream<Void> { changes.listen(startingWith: [()]).elements }
}
