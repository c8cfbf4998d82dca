/// What a broker is to hold, and what it holds already. Of each topic only the newest message is kept, so that a broker that was away
/// for a day gets as many messages as there are topics.
struct Outbox: Sendable {
  /// Topics in the order in which they were first wanted.
  private var order: [String] = []
  private var wanted: [String: String] = [:]
  /// What was handed over on this connection, acknowledged or not.
  private var handedOver: [String: String] = [:]
  private var underWay: [Int32: RetainedMessage] = [:]

  /// Wants a topic to hold this from now on.
  mutating func want(_ message: RetainedMessage) {
    if wanted.updateValue(message.payload, forKey: message.topic) == nil { order.append(message.topic) }
  }

  /// The messages that the broker lacks, in order. Some or all of them are then handed over.
  var due: [RetainedMessage] {
    order.compactMap { topic in
      guard let payload = wanted[topic], handedOver[topic] != payload else { return nil }
      return RetainedMessage(topic: topic, payload: payload)
    }
  }

  /// Whether the broker has said that it holds everything.
  var isDone: Bool { underWay.isEmpty && due.isEmpty }

  /// A message is on its way under a number.
  mutating func sent(_ message: RetainedMessage, as number: Int32) {
    handedOver[message.topic] = message.payload
    underWay[number] = message
  }

  /// The broker has it. Returns the topic where that was cleared and nothing else is wanted of it since.
  mutating func acknowledged(_ number: Int32) -> String? {
    guard let message = underWay.removeValue(forKey: number), message.payload.isEmpty,
      wanted[message.topic]?.isEmpty == true
    else { return nil }
    wanted[message.topic] = nil
    handedOver[message.topic] = nil
    order.removeAll { $0 == message.topic }
    return message.topic
  }

  /// The connection is gone: what the broker still holds is not known.
  mutating func disconnected() {
    handedOver = [:]
    underWay = [:]
  }

  /// Sends everything again, as if the broker had nothing.
  mutating func again() { handedOver = [:] }
}
