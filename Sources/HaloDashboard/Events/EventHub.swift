#if Dashboard
  import HaloReports
  import Hummingbird
  import Synchronization

  /// Tells all viewers what happens. Who comes back after a short while gets what was missed.
  final class EventHub: Sendable {
    private struct State {
      var number = 0
      var latest: [(number: Int, texts: [Language: String])] = []
    }

    /// Tells events of this program from those of one before.
    private let epoch = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    private let state = Mutex(State())
    private let events = Audience(bufferingPolicy: .bufferingNewest(EventHub.most))

    /// How many events are kept for those who come back, and how many wait for one who is slow.
    private static let most = 256

    /// Tells `event`.
    func tell(_ event: String, _ data: JSON) {
      state.withLock { state in
        state.number += 1
        var texts: [Language: String] = [:]
        events.send { language in
          let data = String(decoding: data.bytes, as: UTF8.self)
          let text = "id: \(epoch)-\(state.number)\nevent: \(event)\ndata: \(data)\n\n"
          texts[language] = text
          return text
        }
        state.latest.append((state.number, texts))
        if state.latest.count > Self.most { state.latest.removeFirst() }
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
      state.withLock { state in
        let hello = "retry: 2000\nevent: hello\ndata: \(String(decoding: hello.bytes, as: UTF8.self))\n\n"
        return events.listen(startingWith: [hello] + missed(last, state))
      }
    }

    private func missed(_ last: String?, _ state: State) -> [String] {
      guard let last else { return [] }
      let parts = last.split(separator: "-")
      if parts.count == 2, parts[0] == epoch, let number = Int(parts[1]), number <= state.number,
        number >= (state.latest.first?.number ?? state.number + 1) - 1
      {
        return state.latest.filter { $0.number > number }.compactMap { $0.texts[Wording.current.language] }
      }
      // It cannot be told what was missed: all of it may be another.
      return ["event: changed\ndata: {\"what\":[\"everything\"]}\n\n"]
    }

    /// Ends all streams.
    func finish() { events.finish() }
  }
#endif
