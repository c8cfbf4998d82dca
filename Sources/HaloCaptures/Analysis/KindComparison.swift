/// The frames of one kind in two captures, side by side.
public struct KindComparison: Sendable {
  /// The n-th frames of both captures.
  public struct Pair: Hashable, Sendable {
    /// The frame's index, from 0.
    public let number: Int
    /// The bytes in the first capture; `nil` if it has fewer frames.
    public let first: [UInt8]?
    /// The bytes in the second capture; `nil` if it has fewer frames.
    public let second: [UInt8]?
    /// Offsets of the bytes that differ; empty if one of the two frames is missing.
    public let changed: [Int]
    /// The number of identical pairs that follow.
    public internal(set) var repeatCount: Int
  }

  /// A number that is constant within each capture but differs between the two.
  public struct SettledNumber: Hashable, Sendable {
    /// The offset in the frame, from 0.
    public let offset: Int
    /// The number's encoding.
    public let format: NumberFormat
    /// The number in the first capture.
    public let first: Int
    /// The number in the second capture.
    public let second: Int

    /// The number's byte range.
    public var range: Range<Int> { offset..<offset + format.width }
    /// The second number minus the first.
    public var difference: Int { second - first }
  }

  public let kind: FrameKind
  /// The number of frames in the first capture.
  public let firstCount: Int
  /// The number of frames in the second capture.
  public let secondCount: Int
  /// The frames side by side.
  public let pairs: [Pair]
  /// Offsets of bytes that are constant within each capture and differ between the two.
  public let settled: [Int]
  /// Offsets of bytes that vary in both captures.
  public let varying: [Int]
  /// The settled bytes as numbers, by offset. A wider number that adds no information to a narrower one is omitted.
  public let numbers: [SettledNumber]

  /// Compares two captures kind by kind; kinds present in both come first.
  public static func all(
    _ first: [CharacteristicFrame], _ second: [CharacteristicFrame], by rule: FrameKind.Rule = .automatic
  ) -> [KindComparison] {
    // Both captures must use the same identifying bytes.
    let rule = FrameKind.Rule.bytes(FrameKind.offsets(first + second, rule))
    let seconds = FrameKind.kinds(of: second, by: rule)
    let own = FrameKind.kinds(of: first, by: rule)
    let other = Dictionary(seconds.map { ($0.kind, $0.frames) }) { first, _ in first }
    let known = Set(own.map(\.kind))
    let comparisons =
      own.map { KindComparison($0.kind, $0.frames, other[$0.kind] ?? []) }
      + seconds.filter { !known.contains($0.kind) }.map { KindComparison($0.kind, [], $0.frames) }
    return comparisons.filter(\.isInBoth) + comparisons.filter { !$0.isInBoth }
  }

  /// True if both captures have frames of the kind.
  public var isInBoth: Bool { firstCount > 0 && secondCount > 0 }

  private init(_ kind: FrameKind, _ first: [CharacteristicFrame], _ second: [CharacteristicFrame]) {
    self.kind = kind
    firstCount = first.count
    secondCount = second.count
    var pairs: [Pair] = []
    for number in 0..<max(first.count, second.count) {
      let one = first.indices.contains(number) ? first[number].bytes : nil
      let other = second.indices.contains(number) ? second[number].bytes : nil
      if let last = pairs.last, last.first == one, last.second == other {
        pairs[pairs.count - 1].repeatCount += 1
        continue
      }
      let changed = one.flatMap { one in other.map { FrameStep.differences(one, $0) } } ?? []
      pairs.append(Pair(number: number, first: one, second: other, changed: changed, repeatCount: 0))
    }
    self.pairs = pairs
    let constants = (Self.constants(first, kind.length), Self.constants(second, kind.length))
    let bytes = zip(constants.0, constants.1).enumerated()
    settled = bytes.compactMap { offset, pair in
      guard let one = pair.0, let other = pair.1, one != other else { return nil }
      return offset
    }
    varying =
      first.isEmpty || second.isEmpty
      ? [] : bytes.compactMap { offset, pair in pair.0 == nil && pair.1 == nil ? offset : nil }
    numbers = Self.numbers(settled, constants.0, constants.1)
  }

  /// Returns the constant value of each byte; `nil` if the byte varies or there are no frames.
  private static func constants(_ frames: [CharacteristicFrame], _ length: Int) -> [UInt8?] {
    guard let first = frames.first?.bytes else { return [UInt8?](repeating: nil, count: length) }
    return (0..<length).map { offset in
      guard first.indices.contains(offset) else { return nil }
      let value = first[offset]
      return frames.allSatisfy { $0.bytes.indices.contains(offset) && $0.bytes[offset] == value } ? value : nil
    }
  }

  private static func numbers(_ settled: [Int], _ first: [UInt8?], _ second: [UInt8?]) -> [SettledNumber] {
    let isSettled = Set(settled)
    var numbers: [SettledNumber] = []
    for format in NumberFormat.all where !format.isSigned {
      for offset in first.indices where offset + format.width <= first.count {
        let range = offset..<offset + format.width
        // The lowest byte must differ. Bytes above it may belong to the number, but carry no information if they are
        // 00.
        guard isSettled.contains(format.lowOffset(offset)) else { continue }
        let one = first[range].compactMap { $0 }
        let other = second[range].compactMap { $0 }
        guard one.count == format.width, other.count == format.width else { continue }
        let high = format.highOffset(offset) - offset
        if format.width > 1, !isSettled.contains(offset + high) { continue }
        guard let before = format.read(one, at: 0), let after = format.read(other, at: 0) else { continue }
        numbers.append(SettledNumber(offset: offset, format: format, first: before, second: after))
      }
    }
    return numbers.sorted { ($0.offset, $0.format.width) < ($1.offset, $1.format.width) }
  }
}
