/// What a broker is to hold under a topic. An empty payload makes it hold nothing there.
struct RetainedMessage: Sendable, Hashable {
  let topic: String
  let payload: String
}
