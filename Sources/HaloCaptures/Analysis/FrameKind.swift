/// A kind of frame: frames of one length that have the same values in the bytes that identify the kind.
public struct FrameKind: Hashable, Sendable {
  /// The rule that selects the identifying bytes.
  public enum Rule: Hashable, Sendable {
    /// The first byte, if it has one value, or at most 16 values and fewer than a quarter of the number of frames.
    case automatic
    /// The bytes at these offsets, if the frame is long enough.
    case bytes([Int])
  }

  /// The length of the frames, in bytes.
  public let length: Int
  /// Offsets of the identifying bytes; empty if the length alone identifies the kind.
  public let offsets: [Int]
  /// The values of the identifying bytes.
  public let values: [UInt8]

  /// Creates a kind. `offsets` and `values` are truncated to the shorter of the two.
  public init(length: Int, offsets: [Int] = [], values: [UInt8] = []) {
    self.length = length
    self.offsets = [Int](offsets.prefix(values.count))
    self.values = [UInt8](values.prefix(offsets.count))
  }

  /// Groups `frames` by kind, preserving their order, the most frequent kind first.
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

  /// Returns the offsets that a rule selects for these frames.
  static func offsets(_ frames: [CharacteristicFrame], _ rule: Rule) -> [Int] {
    switch rule {
    case .bytes(let offsets): return Set(offsets).sorted()
    case .automatic:
      let first = Set(frames.compactMap(\.bytes.first))
      return first.count == 1 || (first.count <= 16 && first.count * 4 < frames.count) ? [0] : []
    }
  }
}
