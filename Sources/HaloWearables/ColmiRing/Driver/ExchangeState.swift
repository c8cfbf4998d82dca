import HaloBluetooth
import HaloHealth

extension ColmiRing {
  /// A message of a ring and the numbers of the frames it came in.
  struct Received: Sendable, Hashable {
    let message: Message
    let frames: [Int]
    /// The channel it came on.
    let channel: Channel
    /// The first byte of the packet that made it whole, on the channel of commands.
    let command: UInt8?
  }

  /// What is known of the requests under way on a ring's two channels: one at a time on each. No clock, no radio, no waiting;
  /// `Waiter` is whatever the shell wakes up with an answer.
  struct ExchangeState<Waiter: Sendable>: Sendable {
    private struct Open {
      let id: Int
      let expected: ExpectedAnswer
      let waiter: Waiter
      /// Whether a frame of its answer has come.
      var isFed = false
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

    /// Begins a request on its channel; `date` is the day that it asks for, where the answer names it.
    mutating func begin(_ id: Int, _ request: Request, of date: CalendarDate? = nil, waiter: Waiter) {
      let channel = request.outgoing.channel
      open[channel] = Open(id: id, expected: ExpectedAnswer(to: request, of: date), waiter: waiter)
      // What is unfinished is of an earlier answer and must not be finished with packets of the next one. Nor is it believed
      // where it could be whole: a packet of one day, sent twice, may stand in for a lost one of another.
      decoder.finish(channel) { _, _ in }
    }

    /// Whether a part of a request's answer has come.
    func isFed(_ id: Int) -> Bool { open.values.contains { $0.id == id && $0.isFed } }

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
      for (key, request) in open where request.expected.isFed(by: value.bytes, on: channel) {
        open[key]?.isFed = true
        activity += 1
      }
      let command = channel == .commands ? value.bytes.first : nil
      var messages: [Received] = []
      decoder.receive(value.bytes, on: channel) { message, trail in
        let frames = trail.all.map { frameNumbers[$0] }
        messages.append(Received(message: message, frames: frames, channel: channel, command: command))
      }
      return messages.map { received in
        guard let request = open[channel], request.expected.isMet(by: received) else {
          return (nil, received)
        }
        open[channel] = nil
        return (request.waiter, received)
      }
    }
  }
}
