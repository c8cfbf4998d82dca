#if Dashboard
  import Hummingbird
  import Synchronization

  /// Tells all viewers what happens. Who comes back after a short while gets what was missed.
  final class EventHub: Sendable {
    private struct State {
      var number = 0
      var latest: [(number: Int, text: String)] = []
      var listeners: [Int: AsyncStream<String>.Continuation] = [:]
      var next = 0
      var isOver = false
    }

    /// Tells events of this program from those of one before.
    private let epoch = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    private let state = Mutex(State())

    /// How many events are kept for those who come back, and how many wait for one who is slow.
    private static let most = 256

    /// Tells `event`.
    func tell(_ event: String, _ data: JSON) {
      let data = String(decoding: data.bytes, as: UTF8.self)
      state.withLock { state in
        state.number += 1
        let text = "id: \(epoch)-\(state.number)\nevent: \(event)\ndata: \(data)\n\n"
        state.latest.append((state.number, text))
        if state.latest.count > Self.most { state.latest.removeFirst() }
        for listener in state.listeners.values { listener.yield(text) }
      }
    }

    /// Something that changed: of those days (`nil` for all), in those parts.
    func tellChanged(_ what: [String], dates: [String]? = nil) {
      tell(
        "changed",
        ["dates": dates.map { .array($0.map(JSON.string)) } ?? .null, "what": .array(what.map(JSON.string))])
    }

    /// What happens from now on, after what `last` (the header `Last-Event-ID`) missed.
    /// `hello` is told first.
    func listen(after last: String?, hello: JSON) -> AsyncStream<String> {
      let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(Self.most))
      let id = state.withLock { state in
        let id = state.next
        state.next += 1
        continuation.yield("retry: 2000\nevent: hello\ndata: \(String(decoding: hello.bytes, as: UTF8.self))\n\n")
        for text in missed(last, state) { continuation.yield(text) }
        if state.isOver { continuation.finish() } else { state.listeners[id] = continuation }
        return id
      }
      // Not at once: this runs while its task is locked by who cancels it, and `tell` wakes that task while it holds `state`.
      continuation.onTermination = { [weak self] _ in Task { self?.leave(id) } }
      return stream
    }

    private func leave(_ id: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }

    private func missed(_ last: String?, _ state: State) -> [String] {
      guard let last else { return [] }
      let parts = last.split(separator: "-")
      if parts.count == 2, parts[0] == epoch, let number = Int(parts[1]), number <= state.number,
        number >= (state.latest.first?.number ?? state.number + 1) - 1
      {
        return state.latest.filter { $0.number > number }.map(\.text)
      }
      // It cannot be told what was missed: all of it may be another.
      return ["event: changed\ndata: {\"dates\":null,\"what\":[\"everything\"]}\n\n"]
    }

    /// Ends all streams.
    func finish() {
      let listeners = state.withLock { state in
        state.isOver = true
        defer { state.listeners = [:] }
        return [AsyncStream<String>.Continuation](state.listeners.values)
      }
      for listener in listeners { listener.finish() }
    }
  }
#endif
