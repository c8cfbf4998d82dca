/// A field that correlates with the numbers that a person noted: `number = factor × value + summand`.
public struct NumberMatch: Hashable, Sendable {
  /// The field's offset in the frame, from 0.
  public let offset: Int
  /// The field's encoding.
  public let format: NumberFormat
  /// Pearson's correlation with the noted numbers, −1…1.
  public let correlation: Double
  /// The value of one step of the field, in the unit of the noted numbers.
  public let factor: Double
  /// The noted number when the field is 0.
  public let summand: Double
  /// The number of bytes above the highest one that are always 00: 0…3.
  public let zeroBytesAbove: Int
  /// True if the field counts frames or time: it advances by the same step. Everything that grows correlates with it.
  public var isCounter = false

  /// The field's byte range.
  public var range: Range<Int> { offset..<offset + format.width }

  /// Finds the fields with |r| ≥ `threshold`, best first and counters last, at most `limit`. Returns none for fewer than three numbers,
  /// for identical numbers, or for so few frames that any line fits.
  public static func all(
    _ frames: [CharacteristicFrame], _ columns: [ByteColumn], _ notes: [NotedNumber], threshold: Double = 0.8,
    limit: Int = 10
  ) -> [NumberMatch] {
    let places = NotedPlaces(notes, frames).places
    guard places.count >= 3, frames.count >= 3, frames.count >= min(5, places.count) else { return [] }
    var found: [NumberMatch] = []
    for format in NumberFormat.all {
      for offset in columns.indices {
        guard offset + format.width <= columns.count else { break }
        let high = columns[format.highOffset(offset)]
        let low = columns[format.lowOffset(offset)]
        // If the first or last byte is constant, the number equals a narrower one.
        guard !low.isConstant, format.width == 1 || high.role != .constant(0) else { continue }
        // If the sign bit is never set, the number equals the unsigned one.
        if format.isSigned, high.isConstant || high.series.max < 0x80 { continue }
        guard let series = NumberSeries(frames, format, at: offset) else { continue }
        let pairs = places.compactMap { NotedPlaces.pair($0, frames.count) { Double(series.values[$0]) } }
        guard let line = LinearFit(pairs), abs(line.correlation) >= threshold else { continue }
        // A constant upper byte other than 00 belongs to the number if that makes it proportional to the noted one.
        if format.width > 1, high.isConstant, !line.isProportional { continue }
        var match = NumberMatch(
          offset: offset, format: format, line,
          zeroBytesAbove: format.isSigned ? 0 : NumberCandidate.zeroBytes(above: offset, format, columns))
        match.isCounter = series.step != nil || low.isCounter
        match.hasConstantTop = format.width > 1 && high.isConstant
        found.append(match)
      }
    }
    var best: [Range<Int>: NumberMatch] = [:]
    for match in found.sorted(by: { $0.isBetter(than: $1) }) where best[match.range] == nil {
      best[match.range] = match
    }
    var worthwhile = found.filter { match in
      let rivals = (1..<match.format.width).flatMap { width in
        (match.range.lowerBound...match.range.upperBound - width).compactMap { best[$0..<$0 + width] }
      }
      // The signed and the unsigned number may give the same line.
      let sameOrder = best[match.range].map { $0.format.isBigEndian == match.format.isBigEndian } ?? false
      guard best[match.range] == match || !sameOrder else { return false }
      return match.hasConstantTop || rivals.allSatisfy { match.isMoreInformative(than: $0, frames) }
    }
    let tops = worthwhile.filter(\.hasConstantTop).map(\.range)
    worthwhile.removeAll { match in
      !match.hasConstantTop && tops.contains { $0.contains(match.offset) && $0.upperBound >= match.range.upperBound }
    }
    for match in special(frames, columns, places, threshold: threshold).sorted(by: { $0.isBetter(than: $1) }) {
      // A number in a usual unit is better than another one; otherwise integers are simpler.
      worthwhile.removeAll {
        $0.range.overlaps(match.range) && match.simplicity < $0.simplicity && match.unexplained <= $0.unexplained * 2
      }
      let isNew = worthwhile.allSatisfy {
        !$0.range.overlaps(match.range) || match.unexplained * 2 <= $0.unexplained
      }
      if isNew { worthwhile.append(match) }
    }
    return [NumberMatch](worthwhile.sorted { $0.isBetter(than: $1) }.prefix(max(0, limit)))
  }

  private init(offset: Int, format: NumberFormat, _ line: LinearFit, zeroBytesAbove: Int = 0) {
    self.offset = offset
    self.format = format
    self.zeroBytesAbove = zeroBytesAbove
    correlation = line.correlation
    factor = line.factor
    summand = line.summand
    let isDecimal = [0.001, 0.01, 0.1, 1, 10, 100, 1000].contains { abs(line.factor / $0 - 1) < 1e-4 }
    simplicity = !line.isProportional ? 2 : isDecimal ? 0 : 1
  }

  /// 0 if the field is the noted number or a decimal part of it, such as tenths; 1 if it is proportional to it; otherwise 2.
  /// The middle bytes of a float32 can be linear in the number, but then their unit is a power of two.
  private let simplicity: Int
  /// True if the highest byte is constant, and needed to make the number proportional to the noted one.
  private var hasConstantTop = false

  /// Finds decimal digits, floating-point numbers and bit fields.
  private static func special(
    _ frames: [CharacteristicFrame], _ columns: [ByteColumn], _ places: [(place: NotedPlaces.Place, value: Double)],
    threshold: Double
  ) -> [NumberMatch] {
    var found: [NumberMatch] = []
    for format in NumberFormat.special {
      for offset in columns.indices {
        guard offset + format.width <= columns.count else { break }
        // Some bit of a counter correlates with everything.
        guard columns[offset..<offset + format.width].contains(where: { !$0.isConstant && !$0.isCounter }) else {
          continue
        }
        // Frames of other kinds of numbers would be read by chance; bit fields can be read from all bytes.
        guard format.bits != nil || frames.allSatisfy({ format.number($0.bytes, at: offset) != nil }) else { continue }
        let pairs = places.compactMap {
          NotedPlaces.pair($0, frames.count) { format.number(frames[$0].bytes, at: offset) }
        }
        guard pairs.count == places.count, let line = LinearFit(pairs), abs(line.correlation) >= threshold else {
          continue
        }
        let zeros = format.meaning == .bcd ? NumberCandidate.zeroBytes(above: offset, format, columns) : 0
        let match = NumberMatch(offset: offset, format: format, line, zeroBytesAbove: zeros)
        // Some bits of any number correlate with it. Those that are a field of their own are the number.
        if format.bits == nil || match.simplicity == 0 && match.unexplained < 1e-6 { found.append(match) }
      }
    }
    return found
  }

  /// The share of the notes' variance that the field does not explain, 0…1.
  private var unexplained: Double { max(1e-9, 1 - correlation * correlation) }

  /// Returns whether this field says more than a narrower one inside it. An unrelated byte hardly changes the
  /// correlation, so the added bytes must halve the unexplained variance or carry over like the bytes of a number.
  private func isMoreInformative(than narrower: NumberMatch, _ frames: [CharacteristicFrame]) -> Bool {
    if unexplained * 2 <= narrower.unexplained { return true }
    guard !format.isSigned, let series = NumberSeries(frames, format, at: offset) else { return false }
    let hasHigh = narrower.range.contains(format.highOffset(offset))
    let lowWidth = hasHigh ? format.width - narrower.format.width : narrower.format.width
    guard hasHigh || narrower.range.contains(format.lowOffset(offset)) else { return false }
    return NumberCandidate.carries(series.values, span: format.span, unit: 1 << (8 * lowWidth))
  }

  /// Returns whether this field is the more likely one.
  public func isBetter(than other: NumberMatch) -> Bool {
    if isCounter != other.isCounter { return other.isCounter }
    // Smaller differences are rounding errors.
    let own = (abs(correlation) * 1e9).rounded()
    let others = (abs(other.correlation) * 1e9).rounded()
    if own != others { return own > others }
    // A number whose upper digits are constant is whole if it is proportional to the noted one.
    func key(_ match: NumberMatch) -> (Int, Int, Int, Int, Int, Int) {
      let format = match.format
      return (
        // Leading zeros of a text belong to its number.
        match.simplicity, format.bits?.count ?? 0, format.meaning == .text ? -format.width : format.width, match.offset,
        format.isSigned ? 1 : 0,
        format.isBigEndian ? 1 : 0
      )
    }
    return key(self) < key(other)
  }
}

/// A straight line fitted by least squares.
struct LinearFit {
  /// Pearson's correlation, −1…1.
  let correlation: Double
  let factor: Double
  let summand: Double
  /// True if y is about 0 when x is.
  let isProportional: Bool

  /// Fits the line; `nil` if either coordinate is constant or exceeds floating-point range.
  init?(_ points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    guard count >= 2 else { return nil }
    let meanX = points.reduce(0) { $0 + $1.x / count }
    let meanY = points.reduce(0) { $0 + $1.y / count }
    var xx = 0.0
    var yy = 0.0
    var xy = 0.0
    for point in points {
      let x = point.x - meanX
      let y = point.y - meanY
      xx += x * x
      yy += y * y
      xy += x * y
    }
    guard xx > 0, yy > 0 else { return nil }
    let correlation = xy / (xx.squareRoot() * yy.squareRoot())
    let factor = xy / xx
    let summand = meanY - xy / xx * meanX
    guard correlation.isFinite, factor.isFinite, summand.isFinite else { return nil }
    self.correlation = min(max(correlation, -1), 1)
    self.factor = factor
    self.summand = summand
    isProportional = abs(summand) * 50 <= abs(meanY)
  }
}
