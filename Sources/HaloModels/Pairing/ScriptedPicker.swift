/// A picker that follows a script, for tests and previews.
@MainActor
public final class ScriptedPicker: AccessoryPicker {
  /// The person's action when the list is shown.
  public enum Choice: Sendable, Hashable {
    /// Selects this accessory.
    case take(Accessory)
    /// Closes the list.
    case close
    /// Leaves the list open.
    case stay
    /// The system fails.
    case fail(PickerError)
  }

  /// The remembered accessories.
  public private(set) var remembered: [Accessory]
  /// The error with which the system refuses to forget an accessory; `nil` if it succeeds.
  public var refusal: PickerError?
  private var script: [Choice]
  private let becomesReady: Bool
  private var listener: AsyncStream<AccessoryEvent>.Continuation?

  /// Creates a picker that remembers some accessories and performs one action of `script` each time it is shown. If
  /// `becomesReady` is false, it never becomes ready.
  public init(remembered: [Accessory] = [], script: [Choice] = [], becomesReady: Bool = true) {
    self.remembered = remembered
    self.script = script
    self.becomesReady = becomesReady
  }

  /// Activates the picker, and returns its events.
  public func events() -> AsyncStream<AccessoryEvent> {
    let (stream, continuation) = AsyncStream<AccessoryEvent>.makeStream()
    listener = continuation
    if becomesReady { continuation.yield(.activated(remembered)) }
    return stream
  }

  /// Performs the next action of the script.
  public func show() async throws {
    guard let listener, becomesReady else { throw PickerError.notReady }
    switch script.isEmpty ? .close : script.removeFirst() {
    case .take(let accessory):
      listener.yield(.shown)
      remembered.removeAll { $0.device == accessory.device }
      remembered.append(accessory)
      listener.yield(.added(accessory))
      listener.yield(.closed)
    case .close:
      listener.yield(.shown)
      listener.yield(.closed)
    case .stay: listener.yield(.shown)
    case .fail(let error): throw error
    }
  }

  /// Removes an accessory, or throws ``refusal``.
  public func remove(_ accessory: Accessory) async throws {
    guard remembered.contains(where: { $0.device == accessory.device }) else {
      throw PickerError.notRemembered(name: accessory.name)
    }
    if let refusal { throw refusal }
    remembered.removeAll { $0.device == accessory.device }
    listener?.yield(.removed(accessory))
  }

  /// Sends an event, such as a change in the system's settings.
  public func tell(_ event: AccessoryEvent) { listener?.yield(event) }
}
