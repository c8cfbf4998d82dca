/// Reassembles the fragments of one direction of a link into L2CAP packets (Core Specification, volume 4, part E,
/// 5.4.2, and volume 3, part A, 7.2.1).
struct PacketReassembly {
  /// The result of adding a fragment.
  enum Outcome {
    /// A complete packet: its channel and payload.
    case packet(channel: UInt16, ArraySlice<UInt8>)
    /// More fragments are needed.
    case incomplete
    /// A continuation without a start, for example after the log rolled over.
    case stray
    /// The packet is longer than its header says.
    case overlong
  }

  private static let headerSize = 4

  private var pending: [UInt8] = []

  /// True if a packet is incomplete.
  var isPending: Bool { !pending.isEmpty }

  /// Discards the incomplete packet.
  mutating func removeAll() { pending.removeAll(keepingCapacity: true) }

  /// Adds the first fragment of a packet. Discards an incomplete packet.
  mutating func begin(_ fragment: ArraySlice<UInt8>) -> Outcome {
    if isPending { removeAll() }
    if let length = fragment.le16(0), let channel = fragment.le16(2), fragment.count >= Self.headerSize + Int(length) {
      guard fragment.count == Self.headerSize + Int(length) else { return .overlong }
      return .packet(channel: channel, fragment.from(Self.headerSize))
    }
    pending.append(contentsOf: fragment)
    return .incomplete
  }

  /// Adds a continuation fragment.
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
