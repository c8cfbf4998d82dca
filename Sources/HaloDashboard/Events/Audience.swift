#if Dashboard
  import HaloBluetooth
  import HaloReports

  /// Subscribers of the same events, grouped by language.
  final class Audience: Sendable {
    private let rooms: [Language: Broadcast<String>]

    init(bufferingPolicy: Broadcast<String>.BufferingPolicy = .unbounded) {
      rooms = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, Broadcast(bufferingPolicy: bufferingPolicy)) })
    }

    /// Number of subscribers.
    var count: Int { rooms.values.reduce(0) { $0 + $1.listenerCount } }

    /// Sends the result of `text` to the subscribers of each language.
    func send(_ text: (Language) -> String) {
      for (language, room) in rooms {
        room.send(Wording.$current.withValue(Wording(language)) { text(language) })
      }
    }

    /// Subscribes in the language of the current task.
    func listen(startingWith first: [String]) -> AsyncStream<String> {
      rooms[Wording.current.language]?.listen(startingWith: first).elements ?? AsyncStream { $0.finish() }
    }

    func finish() { for room in rooms.values { room.finish() } }
  }
#endif
