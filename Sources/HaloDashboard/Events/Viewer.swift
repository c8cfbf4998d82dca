/// The sender of one viewer's events, in the viewer's language and units.
struct Viewer: Sendable {
  private let continuation: AsyncStream<String>.Continuation
  private let wording = Wording.current

  /// A viewer and its events. The stream ends when the last copy of it is gone, so the sender keeps none.
  static func make(buffer size: Int = 64) -> (viewer: Viewer, events: AsyncStream<String>) {
    let (events, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(size))
    return (Viewer(continuation: continuation), events)
  }

  func send(_ event: String, _ data: some Encodable) {
    continuation.yield(Wording.$current.withValue(wording) { data.event(event) })
  }

  /// Sends finished text.
  func send(text: String) { continuation.yield(text) }

  func finish() { continuation.finish() }

  /// Calls `body` when the viewer has disconnected, or the stream has ended.
  func onEnd(_ body: @escaping @Sendable () -> Void) { continuation.onTermination = { _ in body() } }
}
