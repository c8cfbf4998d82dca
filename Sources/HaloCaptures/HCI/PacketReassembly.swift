/// Puts the fragments of one direction of one link together to L2CAP packets (Core Specification, volume 4, part E, 5.4.2, and volume
/// 3, part A, 7.2.1).
struct PacketReassembly {
  /// What became of a fragment.
  enum Outcome {
    /// A whole packet: its channel and what it carries.
    case packet(channel: UInt16, ArraySlice<UInt8>)
    /// More has to come.
    case incomplete
    /// A continuation of nothing, as at the beginning of a log that rolled over.
    case stray
    /// It is longer than it says.
    case overlong
  }

  private static let headerSize = 4

  private var pending: [UInt8] = []

  /// Whether a packet is under way.
  var isPending: Bool { !pending.isEmpty }

  /// Forgets what is under way.
  mutating func removeAll() { pending.removeAll(keepingCapacity: true) }

  /// Takes the first fragment of a packet. What was under way is forgotten.
  mutating func begin(_ fragment: ArraySlice<UInt8>) -> Outcome {
    if isPending { removeAll() }
    if let length = fragment.le16(0), let channel = fragment.le16(2), fragment.count >= Self.headerSize + Int(length) {
      guard fragment.count == Self.headerSize + Int(length) else { return .overlong }
      return .packet(channel: channel, fragment.from(Self.headerSize))
    }
    pending.append(contentsOf: fragment)
    return .incomplete
  }

  /// Takes a fragment that goes on.
  mutating func go(on fragment: ArraySlice<UInt8>) -> Outcome {
    guard isPending else { return .stray }
    pending.append(contentsOf: fragment)
    let whole = pending[...]
    guard let length = whole.le16(0), let channel = whole.le16(2), whole.count >= Self.headerSize + Int(length) else {
      return .incomplete
    }
    defer { pending.removeAll(keepingCapacity: true) }
    guard whole.count == Self.headerSize + Int(length) else { return .overlong }
    return .packet(channel: channel, whole.from(Self.headerSize))
  }
}
