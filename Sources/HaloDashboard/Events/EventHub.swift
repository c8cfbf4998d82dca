import Synchronization

/// Sends events to all viewers. A viewer that reconnects soon receives the events that it missed.
final class EventHub: Sendable {
  private struct State {
    var number = 0
    var latest: [(number: Int, texts: [Language: String])] = []
  }

  /// Distinguishes this process's event ids from those of a previous process.
  private let epoch = String(UInt32.random(in: 0...UInt32.max), radix: 36)
  private let state = Mutex(State())
  private let events = LocalizedBroadcast(bufferingPolicy: .bufferingNewest(EventHub.most))

  /// Number of events kept for reconnecting viewers, and buffered for a slow viewer.
  private static let most = 256

  /// Sends `event` to all viewers.
  func send(_ event: String, _ data: some Encodable) {
    state.withLock { state in
      state.number += 1
      var texts: [Language: String] = [:]
      events.sendTexts { language in
        let text = "id: \(epoch)-\(state.number)\n" + data.event(event)
        texts[language] = text
        return text
      }
      state.latest.append((state.number, texts))
      if state.latest.count > Self.most { state.latest.removeFirst() }
    }
  }

  /// Sends a problem of a device, or of none.
  func sendProblem(of device: Int?, _ what: Phrase?, advice: Phrase? = nil) {
    send("problem", ProblemEvent(device: device?.description, message: what, advice: advice))
  }

  /// Sends a "changed" event: the parts `what`, of the days `dates` (`nil` for all).
  func sendChanged(_ what: [String], dates: [String]? = nil) {
    send("changed", ChangedEvent(what: what, dates: dates))
  }

  /// Subscribes to events. The stream begins with `hello` and the events after `last` (the header `Last-Event-ID`).
  func listen(after last: String?, hello: some Encodable) -> AsyncStream<String> {
    state.withLock { state in
      events.listen(startingWith: ["retry: 2000\n" + hello.event("hello")] + missed(last, state))
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
    // The missed events are unknown: make the page reload everything.
    return [ChangedEvent(what: ["everything"], dates: nil).event("changed")]
  }

  /// Ends all streams.
  func finish() { events.finish() }
}

/// A problem of a device, or of none; without a message, the problem is over.
private struct ProblemEvent: Encodable {
  let device: String?
  let message: Phrase?
  let advice: Phrase?
}

/// A change of data.
private struct ChangedEvent: Encodable {
  let what: [String]
  let dates: [String]?
}
