import HaloBluetooth
import HaloWearables

/// Guesses the characteristic of an unnamed attribute: its values are decoded as those of every known characteristic,
/// and the one that decodes nearly all of them wins.
struct CharacteristicGuess {
  private struct Candidate {
    let uuid: BluetoothUUID
    let bits: Int
    var reader: any ConversationReader
    var soundCount = 0
    var damagedCount = 0
  }

  /// The number of checksum bits required to exclude chance.
  private static let enough = 24

  private let direction: RecordedFrame.Direction
  private var candidates: [Candidate]

  init(_ direction: RecordedFrame.Direction, _ registry: DriverRegistry) {
    self.direction = direction
    candidates = registry.conversations.flatMap { type in
      type.candidates(direction).map { Candidate(uuid: $0.uuid, bits: $0.bits, reader: type.init()) }
    }
  }

  /// Adds a value.
  mutating func add(_ value: [UInt8], _ direction: RecordedFrame.Direction) {
    guard direction == self.direction else { return }
    for index in candidates.indices {
      var (sound, damaged) = (0, 0)
      candidates[index].reader.receive(value, direction, of: candidates[index].uuid) { message in
        if message.type == "corrupt" || message.type == "incomplete" { damaged += 1 } else { sound += 1 }
      }
      candidates[index].soundCount += sound
      candidates[index].damagedCount += damaged
    }
  }

  /// The most likely characteristic; `nil` if none is likely.
  var best: BluetoothUUID? {
    candidates.filter { $0.soundCount * $0.bits >= Self.enough && $0.damagedCount * 9 <= $0.soundCount }
      .max { ($0.soundCount - $0.damagedCount, -$0.bits) < ($1.soundCount - $1.damagedCount, -$1.bits) }?.uuid
  }
}
