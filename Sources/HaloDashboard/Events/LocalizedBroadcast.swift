/// Subscribers of the same events, grouped by language and units.
final class LocalizedBroadcast: Sendable {
  private struct Key: Hashable {
    let language: Language
    let isImperial: Bool
  }

  private let broadcasts: [Key: Broadcast<String>]

  init(bufferingPolicy: Broadcast<String>.BufferingPolicy = .unbounded) {
    let keys = Language.allCases.flatMap {
      [Key(language: $0, isImperial: false), Key(language: $0, isImperial: true)]
    }
    broadcasts = Dictionary(uniqueKeysWithValues: keys.map { ($0, Broadcast(bufferingPolicy: bufferingPolicy)) })
  }

  /// Number of subscribers.
  var count: Int { broadcasts.values.reduce(0) { $0 + $1.listenerCount } }

  /// Sends an event to the subscribers of each language and units.
  func send(_ event: String, _ data: some Encodable) { sendTexts { _ in data.event(event) } }

  /// Sends the result of `text` to the subscribers of each language and units.
  func sendTexts(_ text: (Language) -> String) {
    for (key, broadcast) in broadcasts {
      let wording = Wording(key.language, usesImperialUnits: key.isImperial)
      broadcast.send(Wording.$current.withValue(wording) { text(key.language) })
    }
  }

  /// Subscribes in the language and units of the current task.
  func listen(startingWith first: [String]) -> AsyncStream<String> {
    let key = Key(language: Wording.current.language, isImperial: Wording.current.usesImperialUnits)
    return broadcasts[key]?.listen(startingWith: first).elements ?? AsyncStream { $0.finish() }
  }

  func finish() { for broadcast in broadcasts.values { broadcast.finish() } }
}
