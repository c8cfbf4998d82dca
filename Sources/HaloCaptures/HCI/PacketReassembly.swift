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
    if let packet = Self.packet(fragment) { return packet }
    pending.append(contentsOf: fragment)
    return .incomplete
  }

  /// Adds a continuation fragment.
  mutating func go(on fragment: ArraySlice<UInt8>) -> Outcome {
    guard isPending else { return .stray }
    pending.append(contentsOf: fragment)
    guard let packet = Self.packet(pending[...]) else { return .incomplete }
    removeAll()
    return packet
  }

  /// Returns the packet in these bytes; `nil` if its end is missing.
  private static func packet(_ bytes: ArraySlice<UInt8>) -> Outcome? {
    guard let length = bytes.le16(0), let channel = bytes.le16(2), bytes.count >= headerSize + Int(length) else {
      return nil
    }
    return bytes.count > headerSize + Int(length) ? .overlong : .packet(channel: channel, bytes.from(headerSize))
  }
}
