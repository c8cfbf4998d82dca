import HaloBluetooth

/// Tells those who show something that the journal has something new.
public final class JournalChanges: Sendable {
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

  /// Nobody listens yet.
  public init() {}

  /// Says that something is new.
  public func announce() { changes.send(()) }

  /// Once now, and once whenever something is new; several at once count as one.
  public func updates() -> AsyncStream<Void> { changes.listen(startingWith: [()]).elements }
}
