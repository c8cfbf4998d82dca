/// The messages that a broker should retain, and those that it already has. Only the newest message of each topic is
/// kept, so that a broker that was offline for a day gets one message per topic.
struct Outbox: Sendable {
  /// The topics in the order of their first message.
  private var order: [String] = []
  private var desired: [String: String] = [:]
  /// The payloads sent on this connection, acknowledged or not.
  private var sentPayloads: [String: String] = [:]
  private var inFlight: [Int32: RetainedMessage] = [:]

  /// Sets the message that the broker should retain for its topic.
  mutating func enqueue(_ message: RetainedMessage) {
    if desired.updateValue(message.payload, forKey: message.topic) == nil { order.append(message.topic) }
  }

  /// The messages that the broker does not have, in order. The caller may send some or all of them.
  var due: [RetainedMessage] {
    order.compactMap { topic in
      guard let payload = desired[topic], sentPayloads[topic] != payload else { return nil }
      return RetainedMessage(topic: topic, payload: payload)
    }
  }

  /// True if the broker has acknowledged every message.
  var isDone: Bool { inFlight.isEmpty && due.isEmpty }

  /// Records that a message was sent with an ID.
  mutating func sent(_ message: RetainedMessage, as number: Int32) {
    sentPayloads[message.topic] = message.payload
    inFlight[number] = message
  }

  /// Records an acknowledgment. Returns the topic if the message cleared it and no newer message is waiting for it.
  mutating func acknowledged(_ number: Int32) -> String? {
    guard let message = inFlight.removeValue(forKey: number), message.payload.isEmpty,
      desired[message.topic]?.isEmpty == true
    else { return nil }
    desired[message.topic] = nil
    sentPayloads[message.topic] = nil
    order.removeAll { $0 == message.topic }
    return message.topic
  }

  /// Forgets what was sent: after a lost connection it is unknown which messages the broker received.
  mutating func disconnected() {
    sentPayloads = [:]
    inFlight = [:]
  }

  /// Resends everything, as for an empty broker.
  mutating func resendAll() { sentPayloads = [:] }
}
