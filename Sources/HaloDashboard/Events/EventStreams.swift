#if Dashboard
  import HTTPTypes
  import HaloReports
  import Hummingbird
  import Synchronization

  /// The open streams of events: how many there may be, their heart beat, and their end.
  final class EventStreams: Sendable {
    private struct State {
      var bySession: [String: Int] = [:]
      var beats: [Int: AsyncStream<String>.Continuation] = [:]
      var next = 0
      var isOver = false
      var all: Int { beats.count }
    }

    /// Of one browser: its pages and tabs. Of all.
    static let mostOfSession = 64
    static let most = 256

    private let state = Mutex(State())
    private let isKnown: @Sendable (String) -> Bool

    /// Streams that end when their session does: `isKnown` is asked.
    init(isKnown: @escaping @Sendable (String) -> Bool) { self.isKnown = isKnown }

    /// An answer that tells `events` until they end, the viewer leaves, or its session ends.
    func answer(
      _ request: Request, session: String, _ events: @escaping @Sendable () -> AsyncStream<String>
    ) throws -> Response {
      let (beats, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(256))
      let id = try state.withLock { state -> Int in
        guard !state.isOver, state.all < Self.most, state.bySession[session, default: 0] < Self.mostOfSession else {
          throw APIError(
            .tooManyRequests, "tooManyStreams", Phrase("Too many pages listen at once."),
            advice: Phrase("Close some of them."))
        }
        state.bySession[session, default: 0] += 1
        state.next += 1
        state.beats[state.next] = continuation
        return state.next
      }
      // The answer is written outside of this task.
      let wording = Wording.current
      let seat = Seat { [weak self] in self?.leave(id, session) }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: .init { [isKnown] writer in
          defer { seat.leave() }
          try? await request.body.consumeWithCancellationOnInboundClose { _ in
            await withTaskGroup(of: Void.self) { group in
              // One stream of what happens and of heart beats: the writer has one hand.
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

    /// Shows every viewer, and every proxy between, that the stream is alive.
    func beat() {
      let beats = state.withLock { [AsyncStream<String>.Continuation]($0.beats.values) }
      // An event and no comment: browsers do not tell a page of those, and a link that broke in silence looks like a quiet day.
      for beat in beats { beat.yield("event: beat\ndata: {}\n\n") }
    }

    /// Ends all of them; there are no more.
    func finish() {
      let beats = state.withLock { state in
        state.isOver = true
        return [AsyncStream<String>.Continuation](state.beats.values)
      }
      for beat in beats { beat.finish() }
    }

    /// How many are open.
    var count: Int { state.withLock { $0.all } }

    private func leave(_ id: Int, _ session: String) {
      state.withLock { state in
        guard state.beats.removeValue(forKey: id) != nil else { return }
        let left = state.bySession[session, default: 1] - 1
        state.bySession[session] = left > 0 ? left : nil
      }
    }

    /// A place among the streams. It is free again when the answer ends, also where it was never written because the viewer had left.
    private final class Seat: Sendable {
      private let free: @Sendable () -> Void
      init(_ free: @escaping @Sendable () -> Void) { self.free = free }
      func leave() { free() }
      deinit { free() }
    }
  }
#endif
