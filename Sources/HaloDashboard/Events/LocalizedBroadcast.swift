import HaloBluetooth
import HaloReports

/// Subscribers of the same events, grouped by language.
final class LocalizedBroadcast: Sendable {
  private let broadcasts: [Language: Broadcast<String>]

  init(bufferingPolicy: Broadcast<String>.BufferingPolicy = .unbounded) {
    broadcasts = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0, Broadcast(bufferingPolicy: bufferingPolicy)) })
  }

  /// Number of subscribers.
  var count: Int { broadcasts.values.reduce(0) { $0 + $1.listenerCount } }

  /// Sends the result of `text` to the subscribers of each language.
  func send(_ text: (Language) -> String) {
    for (language, broadcast) in broadcasts {
      broadcast.send(Wording.$current.withValue(Wording(language)) { text(language) })
    }
  }

  /// Subscribes in the language of the current task.
  func listen(startingWith first: [String]) -> AsyncStream<String> {
    broadcasts[Wording.current.language]?.listen(startingWith: first).elements ?? AsyncStream { $0.finish() }
  }

  func finish() { for broadcast in broadcasts.values { broadcast.finish() } }
}
