/// Guesses the characteristic of an unnamed attribute: its values are decoded as those of every known characteristic,
/// and the one that decodes nearly all of them wins. For an attribute of an unknown service, decides whether its
/// characteristic is that of a family.
struct CharacteristicGuess {
  private struct Candidate {
    let type: any ConversationReader.Type
    let uuid: BluetoothUUID
    let bits: Int
    var reader: any ConversationReader
    var soundCount = 0
    var damagedCount = 0
  }

  /// The number of checksum bits required to exclude chance.
  private static let enough = 24

  private let direction: RecordedFrame.Direction
  private let enough: Int
  private var candidates: [Candidate]

  /// `characteristic` is the known one; otherwise, more checks must hold.
  init(_ direction: RecordedFrame.Direction, _ registry: DriverRegistry, characteristic: BluetoothUUID?) {
    self.direction = direction
    enough = characteristic == nil ? Self.enough : 1
    candidates = registry.conversations.flatMap { type in
      type.candidates(direction).filter { characteristic == nil || $0.uuid == characteristic }.map {
        Candidate(type: type, uuid: $0.uuid, bits: $0.bits, reader: type.init())
      }
    }
  }

  /// Adds a value.
  mutating func add(_ value: [UInt8], _ direction: RecordedFrame.Direction) {
    guard direction == self.direction else { return }
    for index in candidates.indices {
      var sound = 0
      var damaged = 0
      let type = candidates[index].type
      candidates[index].reader.receive(value, direction, of: candidates[index].uuid) { message in
        if type.isSound(message) { sound += 1 } else { damaged += 1 }
      }
      candidates[index].soundCount += sound
      candidates[index].damagedCount += damaged
    }
  }

  /// The most likely characteristic, with its reader; `nil` if none is likely.
  var best: (type: any ConversationReader.Type, uuid: BluetoothUUID)? {
    candidates.filter { $0.soundCount * $0.bits >= enough && $0.damagedCount * 9 <= $0.soundCount }
      .max { ($0.soundCount - $0.damagedCount, -$0.bits) < ($1.soundCount - $1.damagedCount, -$1.bits) }
      .map { ($0.type, $0.uuid) }
  }
}
