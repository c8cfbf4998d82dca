/// What a person sets of the daemon.
struct DaemonSettings: Decodable, Sendable, Hashable {
  /// Time between two syncs of a device: one minute to a day.
  var sync: Duration = .seconds(1800)
  /// The fastest that a machine may be told to go for this person, in kilometres an hour; `nil` for the careful default.
  var speedLimit: Double?

  init() {}

  private enum Key: String, CodingKey, CaseIterable {
    case sync
    case speedLimit = "speed-limit"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(strictlyKeyedBy: Key.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .sync) {
      guard let interval = Self.duration(text), (.seconds(60) ... .seconds(86_400)).contains(interval) else {
        throw DecodingError.dataCorruptedError(
          forKey: .sync, in: container, debugDescription: "'\(text)' is no time from 1m to 24h; write it as in 30m.")
      }
      sync = interval
    }
    speedLimit = try container.decodeIfPresent(Double.self, forKey: .speedLimit)
  }

  /// "90s", "30m", "2h".
  static func duration(_ text: String) -> Duration? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (0...86_400).contains(number)
    else { return nil }
    return .seconds(number * unit)
  }
}

extension Decoder {
  /// A container in which every key must be known: a key that is spelled wrong would do nothing, and nobody would see it.
  func container<Key: CodingKey & CaseIterable>(
    strictlyKeyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Set(Key.allCases.map(\.stringValue))
    for key in try container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath + [key],
          debugDescription: "There is no such setting. There are: \(known.sorted().joined(separator: ", "))."))
    }
    return try container(keyedBy: type)
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
