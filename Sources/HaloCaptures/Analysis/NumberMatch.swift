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

  /// The field's byte range.
  public var range: Range<Int> { offset..<offset + format.width }

  /// Finds the fields with |r| ≥ `threshold`, best first, at most `limit`. Returns none for fewer than three numbers,
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
        let (high, low) = (columns[format.highOffset(offset)], columns[format.lowOffset(offset)])
        // If the first or last byte is constant, the number equals a narrower one.
        guard !low.isConstant, format.width == 1 || !high.isConstant else { continue }
        // If the sign bit is never set, the number equals the unsigned one.
        if format.isSigned, high.series.max < 0x80 { continue }
        guard let series = NumberSeries(frames, format, at: offset) else { continue }
        let pairs = places.map { (x: NotedPlaces.value(series.values, $0.place), y: $0.value) }
        guard let line = LinearFit(pairs), abs(line.correlation) >= threshold else { continue }
        found.append(
          NumberMatch(
            offset: offset, format: format, correlation: line.correlation, factor: line.factor, summand: line.summand,
            zeroBytesAbove: format.isSigned ? 0 : NumberCandidate.zeroBytes(above: offset, format, columns)))
      }
    }
    var best: [Range<Int>: NumberMatch] = [:]
    for match in found.sorted(by: { $0.isBetter(than: $1) }) where best[match.range] == nil {
      best[match.range] = match
    }
    let worthwhile = found.filter { match in
      let rivals = (1..<match.format.width).flatMap { width in
        (match.range.lowerBound...match.range.upperBound - width).compactMap { best[$0..<$0 + width] }
      }
      // The signed and the unsigned number may give the same line.
      let sameOrder = best[match.range].map { $0.format.isBigEndian == match.format.isBigEndian } ?? false
      guard best[match.range] == match || !sameOrder else { return false }
      return rivals.allSatisfy { match.isMoreInformative(than: $0, frames) }
    }
    return [NumberMatch](worthwhile.sorted { $0.isBetter(than: $1) }.prefix(max(0, limit)))
  }

  /// The share of the notes' variance that the field does not explain, 0…1.
  private var unexplained: Double { max(0, 1 - correlation * correlation) }

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

  private func isBetter(than other: NumberMatch) -> Bool {
    // Smaller differences are rounding errors.
    let (own, others) = ((abs(correlation) * 1e9).rounded(), (abs(other.correlation) * 1e9).rounded())
    if own != others { return own > others }
    return (format.width, offset, format.isSigned ? 1 : 0, format.isBigEndian ? 1 : 0)
      < (other.format.width, other.offset, other.format.isSigned ? 1 : 0, other.format.isBigEndian ? 1 : 0)
  }
}

/// A straight line fitted by least squares.
struct LinearFit {
  /// Pearson's correlation, −1…1.
  let correlation: Double
  let factor: Double
  let summand: Double

  /// Fits the line; `nil` if either coordinate is constant or exceeds floating-point range.
  init?(_ points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    guard count >= 2 else { return nil }
    let meanX = points.reduce(0) { $0 + $1.x / count }
    let meanY = points.reduce(0) { $0 + $1.y / count }
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = (point.x - meanX, point.y - meanY)
      xx += x * x
      yy += y * y
      xy += x * y
    }
    guard xx > 0, yy > 0 else { return nil }
    let correlation = xy / (xx.squareRoot() * yy.squareRoot())
    let (factor, summand) = (xy / xx, meanY - xy / xx * meanX)
    guard correlation.isFinite, factor.isFinite, summand.isFinite else { return nil }
    self.correlation = min(max(correlation, -1), 1)
    (self.factor, self.summand) = (factor, summand)
  }
}
