import HTTPTypes
import Hummingbird
import Synchronization

/// The open event streams: their limits, their heartbeat, and their shutdown.
final class EventStreams: Sendable {
  private struct State {
    var streams: [Int: (session: String, beats: AsyncStream<String>.Continuation)] = [:]
    var next = 0
    var isOver = false
  }

  /// Limits: streams per browser session (pages and tabs), and in total.
  static let maxPerSession = 64
  static let most = 256

  private let state = Mutex(State())
  private let isKnown: @Sendable (String) -> Bool

  /// Creates the streams. Each ends with its session: `isKnown` returns whether a session still exists.
  init(isKnown: @escaping @Sendable (String) -> Bool) { self.isKnown = isKnown }

  /// Returns a response that sends `events` until they end, the viewer disconnects, or the session ends.
  func answer(
    _ request: Request, _ context: PageContext, _ events: @escaping @Sendable () -> AsyncStream<String>
  ) throws -> Response {
    guard let session = context.session?.id else { throw APIError.noSession }
    let (beats, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(256))
    let id = try state.withLock { state -> Int in
      guard !state.isOver, state.streams.count < Self.most,
        state.streams.values.count(where: { $0.session == session }) < Self.maxPerSession
      else {
        throw APIError(
          .tooManyRequests, "tooManyStreams", Phrase("Too many pages are open."),
          advice: Phrase("Close some of them."))
      }
      state.next += 1
      state.streams[state.next] = (session, continuation)
      return state.next
    }
    // The body is written outside of this task, which would lose the task-local wording.
    let wording = Wording.current
    let slot = StreamSlot { [weak self] in self?.state.withLock { $0.streams[id] = nil } }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: .init { [isKnown] writer in
        defer { slot.free() }
        try? await context.untilDisconnect(request) { _ in
          await withTaskGroup(of: Void.self) { group in
            // Merge events and heartbeats into one stream, because only one task may write.
            group.addTask {
              for await text in Wording.$current.withValue(wording, operation: { events() }) {
                continuation.yield(text)
              }
              continuation.finish()
            }
            for await text in beats {
              guard isKnown(session) else { break }
              do { try await writer.write(ByteBuffer(string: text)) } catch { break }
            }
            group.cancelAll()
          }
        }
        try await writer.finish(nil)
      })
  }

  /// Sends a heartbeat, so that viewers and proxies know that the stream is alive.
  func beat() {
    let beats = state.withLock { $0.streams.values.map { $0.beats } }
    // A named event, not an SSE comment: browsers do not report comments to scripts, and the page detects a dead
    // connection by missing beats.
    for beat in beats { beat.yield("event: beat\ndata: {}\n\n") }
  }

  /// Ends all streams and refuses new ones.
  func finish() {
    let beats = state.withLock { state in
      state.isOver = true
      return state.streams.values.map { $0.beats }
    }
    for beat in beats { beat.finish() }
  }

  /// A reserved place among the streams. It is freed when the response ends, or if the response is never written
  /// because the viewer disconnected.
  private final class StreamSlot: Sendable {
    let free: @Sendable () -> Void
    init(_ free: @escaping @Sendable () -> Void) { self.free = free }
    deinit { free() }
  }
}
