#if Dashboard
  import HaloBluetooth
  import HaloReports

  /// Those who listen to the same events, each in a language.
  final class Audience: Sendable {
    private let rooms: [Language: Broadcast<String>]

    init(bufferingPolicy: Broadcast<String>.BufferingPolicy = .unbounded) {
      rooms = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, Broadcast(bufferingPolicy: bufferingPolicy)) })
    }

    /// How many listen.
    var count: Int { rooms.values.reduce(0) { $0 + $1.listenerCount } }

    /// Sends what `text` gives in each language.
    func send(_ text: (Language) -> String) {
      for (language, room) in rooms {
        room.send(Wording.$current.withValue(Wording(language)) { text(language) })
      }
    }

    /// Listens in the language of this task.
    func listen(startingWith first: [String]) -> AsyncStream<String> {
      rooms[Wording.current.language]?.listen(startingWith: first).elements ?? AsyncStream { $0.finish() }
    }

    func finish() { for room in rooms.values { room.finish() } }
  }
#endif
