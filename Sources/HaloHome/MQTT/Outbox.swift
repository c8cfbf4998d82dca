/// The messages that a broker should retain, and those that it already has. Only the newest message of each topic is
/// kept, so that a broker that was offline for a day gets one message per topic.
struct Outbox: Sendable {
  /// The topics in the order of their first message.
  private var order: [String] = []
  private var wanted: [String: String] = [:]
  /// The payloads sent on this connection, acknowledged or not.
  private var handedOver: [String: String] = [:]
  private var underWay: [Int32: RetainedMessage] = [:]

  /// Sets the message that the broker should retain for its topic.
  mutating func want(_ message: RetainedMessage) {
    if wanted.updateValue(message.payload, forKey: message.topic) == nil { order.append(message.topic) }
  }

  /// The messages that the broker does not have, in order. The caller may send some or all of them.
  var due: [RetainedMessage] {
    order.compactMap { topic in
      guard let payload = wanted[topic], handedOver[topic] != payload else { return nil }
      return RetainedMessage(topic: topic, payload: payload)
    }
  }

  /// True if the broker has acknowledged every message.
  var isDone: Bool { underWay.isEmpty && due.isEmpty }

  /// Records that a message was sent with an ID.
  mutating func sent(_ message: RetainedMessage, as number: Int32) {
    handedOver[message.topic] = message.payload
    underWay[number] = message
  }

  /// Records an acknowledgment. Returns the topic if the message cleared it and no newer message is waiting for it.
  mutating func acknowledged(_ number: Int32) -> String? {
    guard let message = underWay.removeValue(forKey: number), message.payload.isEmpty,
      wanted[message.topic]?.isEmpty == true
    else { return nil }
    wanted[message.topic] = nil
    handedOver[message.topic] = nil
    order.removeAll { $0 == message.topic }
    return message.topic
  }

  /// Forgets what was sent: after a lost connection it is unknown which messages the broker received.
  mutating func disconnected() {
    handedOver = [:]
    underWay = [:]
  }

  /// Resends everything, as for an empty broker.
  mutating func again() { handedOver = [:] }
}
