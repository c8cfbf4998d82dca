/// A picker that follows a script: for tests and previews.
@MainActor
public final class ScriptedPicker: AccessoryPicker {
  /// What a person does when the list is shown.
  public enum Choice: Sendable, Hashable {
    /// Takes that one.
    case take(Accessory)
    /// Closes the list.
    case close
    /// The system fails.
    case fail(PickerError)
  }

  /// What is remembered.
  public private(set) var remembered: [Accessory]
  /// Why the system does not forget an accessory; `nil` where it does.
  public var refusal: PickerError?
  private var script: [Choice]
  private let wakesUp: Bool
  private var listener: AsyncStream<AccessoryEvent>.Continuation?

  /// A picker that remembers some accessories, and follows `script` one showing after the other. One that does not wake up never says
  /// that it is ready.
  public init(remembered: [Accessory] = [], script: [Choice] = [], wakesUp: Bool = true) {
    self.remembered = remembered
    self.script = script
    self.wakesUp = wakesUp
  }

  public func events() -> AsyncStream<AccessoryEvent> {
    let (stream, continuation) = AsyncStream<AccessoryEvent>.makeStream()
    listener = continuation
    if wakesUp { continuation.yield(.activated(remembered)) }
    return stream
  }

  public func show() async throws {
    guard let listener, wakesUp else { throw PickerError.notReady }
    guard !script.isEmpty else {
      listener.yield(.shown)
      listener.yield(.closed)
      return
    }
    switch script.removeFirst() {
    case .take(let accessory):
      listener.yield(.shown)
      remembered.removeAll { $0.device == accessory.device }
      remembered.append(accessory)
      listener.yield(.added(accessory))
      listener.yield(.closed)
    case .close:
      listener.yield(.shown)
      listener.yield(.closed)
    case .fail(let error): throw error
    }
  }

  public func remove(_ accessory: Accessory) async throws {
    guard remembered.contains(where: { $0.device == accessory.device }) else {
      throw PickerError.notRemembered(name: accessory.name)
    }
    if let refusal { throw refusal }
    remembered.removeAll { $0.device == accessory.device }
    listener?.yield(.removed(accessory))
  }

  /// Does what a person can do in the system's settings.
  public func tell(_ event: AccessoryEvent) { listener?.yield(event) }
}
