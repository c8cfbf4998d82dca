import HaloReports

/// The event stream of one viewer, in the viewer's language and units.
struct Viewer: Sendable {
  let events: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let wording = Wording.current

  init(buffer size: Int = 64) {
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(size))
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
