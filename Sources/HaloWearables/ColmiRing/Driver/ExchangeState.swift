import HaloBluetooth

extension ColmiRing {
  /// A message of a ring and the numbers of the frames it came in.
  struct Received: Sendable, Hashable {
    let message: Message
    let frames: [Int]
  }

  /// What is known of the requests under way on a ring's two channels: one at a time on each. No clock, no radio, no waiting;
  /// `Waiter` is whatever the shell wakes up with an answer.
  struct ExchangeState<Waiter: Sendable>: Sendable {
    private struct Open {
      let id: Int
      let expected: ExpectedAnswer
      let waiter: Waiter
    }

    private var decoder = ReceivedDecoder()
    /// The recorder's number of each frame that the decoder was given.
    private var frameNumbers: [Int] = []
    private var open: [Channel: Open] = [:]
    private var nextID = 0
    /// Grows with every frame of an answer that is under way.
    private(set) var activity = 0

    /// A number for a request to come.
    mutating func makeID() -> Int {
      nextID += 1
      return nextID
    }

    /// Begins a request on its channel.
    mutating func begin(_ id: Int, _ request: Request, waiter: Waiter) {
      open[request.outgoing.channel] = Open(id: id, expected: ExpectedAnswer(to: request), waiter: waiter)
    }

    /// Ends a request without an answer; `nil` where it has ended already.
    mutating func giveUp(_ id: Int) -> Waiter? {
      guard let (channel, request) = open.first(where: { $0.value.id == id }) else { return nil }
      open[channel] = nil
      return request.waiter
    }

    /// Ends all requests without an answer.
    mutating func giveUpAll() -> [Waiter] {
      defer { open.removeAll() }
      return open.values.map(\.waiter)
    }

    /// Takes in a frame; what came of it, with the waiter of the request that it answers, or with `nil` where nobody asked.
    mutating func receive(_ value: ReceivedValue, on channel: Channel) -> [(Waiter?, Received)] {
      frameNumbers.append(value.frame ?? frameNumbers.count)
      // A frame of either channel's answer says that the link is at work: on a slow one, each waits for the other's packets.
      if open.values.contains(where: { $0.expected.isFed(by: value.bytes, on: channel) }) { activity += 1 }
      var messages: [Received] = []
      decoder.receive(value.bytes, on: channel) { message, trail in
        messages.append(Received(message: message, frames: trail.all.map { frameNumbers[$0] }))
      }
      let command = channel == .commands ? value.bytes.first : nil
      return messages.map { received in
        guard let request = open[channel], request.expected.isMet(by: received.message, command: command) else {
          return (nil, received)
        }
        open[channel] = nil
        return (request.waiter, received)
      }
    }
  }
}
