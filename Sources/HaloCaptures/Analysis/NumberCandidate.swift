/// A field of several bytes that behaves like one number.
public struct NumberCandidate: Hashable, Sendable {
  /// The reason why the bytes are considered a number.
  public enum Evidence: String, Sendable {
    /// When the upper bytes change, the lower bytes carry over, as in a number that changes slowly.
    case carries
    /// Two bytes change mostly in the same frames. The byte order is the one with less movement.
    case changeTogether
    /// At least three neighboring pairs have a byte that varies and the same constant byte, such as the voltages of a
    /// battery's cells.
    case repeats
  }

  /// The offset in the frame, from 0.
  public let offset: Int
  /// The number's encoding.
  public let format: NumberFormat
  /// The reason why the bytes are considered a number.
  public let evidence: Evidence
  /// The values over time.
  public let series: NumberSeries
  /// The number of bytes above the highest one that are always 00 and may belong to a wider number: 0…3, at most four
  /// bytes in all.
  public let zeroBytesAbove: Int

  /// The field's byte range.
  public var range: Range<Int> { offset..<offset + format.width }

  /// Finds all candidates of two to four bytes among the frames of one kind, ordered by offset; only the widest are
  /// kept.
  public static func all(_ frames: [CharacteristicFrame], _ columns: [ByteColumn]) -> [NumberCandidate] {
    guard frames.count >= 4 else { return [] }
    var found: [NumberCandidate] = []
    for isBigEndian in [false, true] {
      for low in columns.indices where !columns[low].isConstant {
        var widest: NumberCandidate?
        for width in 2...4 {
          let format = NumberFormat(width: width, isBigEndian: isBigEndian)
          let offset = isBigEndian ? low - width + 1 : low
          guard offset >= 0, let series = NumberSeries(frames, format, at: offset),
            carries(series.values, span: format.span, unit: format.span / 256)
          else { break }
          widest = candidate(frames, columns, format, offset, series, .carries)
        }
        if let widest { found.append(widest) }
      }
    }
    var isTaken = [Bool](repeating: false, count: columns.count)
    for one in found { for index in one.range where isTaken.indices.contains(index) { isTaken[index] = true } }
    for offset in columns.indices.dropLast() where changeTogether(columns[offset], columns[offset + 1]) {
      guard !isTaken[offset], !isTaken[offset + 1] else { continue }
      let both = [false, true].compactMap { isBigEndian -> NumberCandidate? in
        let format = NumberFormat(width: 2, isBigEndian: isBigEndian)
        return candidate(frames, columns, format, offset, NumberSeries(frames, format, at: offset), .changeTogether)
      }
      if let smooth = both.min(by: { $0.series.movement < $1.series.movement }) {
        found.append(smooth)
        isTaken[offset] = true
        isTaken[offset + 1] = true
      }
    }
    found += repeats(frames, columns, isTaken)
    // The upper bytes of a number are a number too; omit them. A candidate has at most four bytes, so only its
    // neighbors can contain it.
    let byOffset = Dictionary(grouping: found) { $0.offset }
    return found.filter { one in
      !((one.offset - 3)...one.offset).contains { start in
        (byOffset[start] ?? []).contains { other in
          other.format.width > one.format.width && other.format.isBigEndian == one.format.isBigEndian
            && other.range.lowerBound <= one.offset && one.range.upperBound <= other.range.upperBound
        }
      }
    }.sorted { ($0.offset, $0.format.width) < ($1.offset, $1.format.width) }
  }

  /// Finds tables of two-byte numbers whose upper bytes are constant and equal, but not 00.
  private static func repeats(
    _ frames: [CharacteristicFrame], _ columns: [ByteColumn], _ isTaken: [Bool]
  ) -> [NumberCandidate] {
    [false, true].flatMap { isBigEndian -> [NumberCandidate] in
      let format = NumberFormat(width: 2, isBigEndian: isBigEndian)
      func top(_ offset: Int) -> ByteColumn.Role? {
        guard offset >= 0, offset + 1 < columns.count, !isTaken[offset], !isTaken[offset + 1],
          !columns[format.lowOffset(offset)].isConstant, columns[format.highOffset(offset)].isConstant,
          columns[format.highOffset(offset)].role != .constant(0)
        else { return nil }
        return columns[format.highOffset(offset)].role
      }
      return columns.indices.compactMap { offset in
        guard let own = top(offset) else { return nil }
        var first = offset
        var last = offset
        while top(first - 2) == own { first -= 2 }
        while top(last + 2) == own { last += 2 }
        // The other order would begin a byte earlier, and a table begins with a whole number.
        let before = first > 0 ? columns[first - 1] : nil
        let isCut = before.map { format.isBigEndian ? !$0.isConstant : $0.role == own } ?? false
        guard last - first >= 4, !isCut else { return nil }
        return candidate(frames, columns, format, offset, NumberSeries(frames, format, at: offset), .repeats)
      }
    }
  }

  private static func candidate(
    _ frames: [CharacteristicFrame], _ columns: [ByteColumn], _ format: NumberFormat, _ offset: Int,
    _ series: NumberSeries?, _ evidence: Evidence
  ) -> NumberCandidate? {
    guard let series else { return nil }
    let signed = NumberFormat(width: format.width, isSigned: true, isBigEndian: format.isBigEndian)
    // Values at both ends of the unsigned range are small values around zero, unless the number counts across the end.
    if series.trend == .varies, let other = NumberSeries(frames, signed, at: offset),
      other.max - other.min < series.max - series.min
    {
      return NumberCandidate(
        offset: offset, format: signed, evidence: evidence, series: other, zeroBytesAbove: 0)
    }
    return NumberCandidate(
      offset: offset, format: format, evidence: evidence, series: series,
      zeroBytesAbove: zeroBytes(above: offset, format, columns))
  }

  /// Returns whether two bytes change mostly in the same frames: often enough to exclude chance, and rarely enough to
  /// be significant.
  private static func changeTogether(_ one: ByteColumn, _ other: ByteColumn) -> Bool {
    guard !one.isConstant, !other.isConstant else { return false }
    let changes = zip(one.series.changes, other.series.changes)
    let both = changes.count { $0 && $1 }
    let either = changes.count { $0 || $1 }
    return both >= 4 && both * 3 >= either * 2 && either * 10 <= one.series.values.count * 6
  }

  /// Returns the number of bytes above a number that are always 00.
  static func zeroBytes(above offset: Int, _ format: NumberFormat, _ columns: [ByteColumn]) -> Int {
    var count = 0
    while format.width + count < 4 {
      let high = format.highOffset(offset)
      let above = format.isBigEndian ? high - 1 - count : high + 1 + count
      guard columns.indices.contains(above), columns[above].role == .constant(0) else { break }
      count += 1
    }
    return count
  }

  /// Returns whether the upper part of numbers below `span`, from `unit` on, carries from the lower part: when the
  /// upper part changes, the whole number changes little compared with `unit`, or by its usual step. Unrelated lower
  /// bytes would not do this.
  static func carries(_ values: [Int], span: Int, unit: Int) -> Bool {
    let steps = NumberSeries.steps(values, span: span)
    let highs = NumberSeries.steps(values.map { $0 / unit }, span: span / unit)
    let changes = zip(steps, highs).filter { $0.1 != 0 }.map(\.0)
    guard !changes.isEmpty else { return false }
    let small = changes.count { abs($0) * 2 < unit }
    if changes.count == 1 {
      // A single change can be chance, so the number must move in small steps throughout.
      return abs(changes[0]) * 8 < unit && steps.allSatisfy { abs($0) * 4 < unit } && steps.count { $0 != 0 } >= 3
    }
    if small * 10 >= changes.count * 8 { return true }
    // Large steps: the steps must be alike, in particular those at which the highest byte carries.
    let median = steps.sorted()[steps.count / 2]
    let usual = highs.sorted()[highs.count / 2]
    let carried = zip(steps, highs).filter { $0.1 != usual }.map(\.0)
    func areAlike(_ steps: [Int]) -> Bool {
      steps.count { abs($0 - median) * 8 < unit } * 10 >= steps.count * 8
    }
    return changes.count >= 3 && carried.count >= 2 && areAlike(steps) && areAlike(carried)
  }
}
