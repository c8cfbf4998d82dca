/// Frames that seem to say the same thing: of one length, and alike in the bytes that tell what they are.
public struct FrameKind: Hashable, Sendable {
  /// How the bytes that tell a frame's kind are chosen.
  public enum Rule: Hashable, Sendable {
    /// The first byte, where it has few values: at most 16, and fewer than a quarter of the frames.
    case automatic
    /// The bytes at these offsets, as far as a frame has them.
    case bytes([Int])
  }

  /// Bytes of a frame.
  public let length: Int
  /// Offsets of the bytes that tell the kind; empty where the length alone does.
  public let offsets: [Int]
  /// The values of these bytes.
  public let values: [UInt8]

  /// A kind that length and bytes tell; as many values as offsets count.
  public init(length: Int, offsets: [Int] = [], values: [UInt8] = []) {
    self.length = length
    self.offsets = [Int](offsets.prefix(values.count))
    self.values = [UInt8](values.prefix(offsets.count))
  }

  /// The kinds of `frames` with their frames in order, the most frequent kind first.
  public static func kinds(
    of frames: [CharacteristicFrame], by rule: Rule = .automatic
  ) -> [(kind: FrameKind, frames: [CharacteristicFrame])] {
    let offsets = offsets(frames, rule)
    let groups = Dictionary(grouping: frames) { frame in
      let own = offsets.filter { frame.bytes.indices.contains($0) }
      return FrameKind(length: frame.bytes.count, offsets: own, values: own.map { frame.bytes[$0] })
    }
    return groups.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      if left.key.length != right.key.length { return left.key.length < right.key.length }
      return left.key.values.lexicographicallyPrecedes(right.key.values)
    }.map { ($0.key, $0.value) }
  }

  /// The offsets that a rule chooses for these frames.
  static func offsets(_ frames: [CharacteristicFrame], _ rule: Rule) -> [Int] {
    switch rule {
    case .bytes(let offsets): return Set(offsets).sorted()
    case .automatic:
      let first = Set(frames.compactMap(\.bytes.first))
      return first.count == 1 || (first.count <= 16 && first.count * 4 < frames.count) ? [0] : []
    }
  }
}
