/// A retained message of a topic. An empty payload clears the topic.
struct RetainedMessage: Sendable, Hashable {
  let topic: String
  let payload: String
}
