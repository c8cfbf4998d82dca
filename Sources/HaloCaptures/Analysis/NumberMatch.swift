/// A field that goes with the numbers that a person noted: `number = factor × value + summand`.
public struct NumberMatch: Hashable, Sendable {
  /// Where the field begins, from 0.
  public let offset: Int
  /// How it is read.
  public let format: NumberFormat
  /// Pearson's correlation with the noted numbers, −1…1.
  public let correlation: Double
  /// What a step of the field is worth, in the unit of the noted numbers.
  public let factor: Double
  /// What the noted number is where the field is 0.
  public let summand: Double
  /// Bytes above its highest one that are always 00: 0…3.
  public let zeroBytesAbove: Int

  /// The bytes that it is in.
  public var range: Range<Int> { offset..<offset + format.width }

  /// The fields with |r| of at least `threshold`, the best first, at most `limit` of them. None for fewer than three numbers or such
  /// as are all the same, or for so few frames that a line fits whatever they say.
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
        // With an end that never changes, it is the narrower number again.
        guard !low.isConstant, format.width == 1 || !high.isConstant else { continue }
        // Without a sign in sight, it is the unsigned number again.
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
    return [NumberMatch](found.sorted { $0.isBetter(than: $1) }.prefix(max(0, limit)))
  }

  private func isBetter(than other: NumberMatch) -> Bool {
    // A noisy byte below a number hardly changes its correlation: what differs by less says nothing.
    let (own, others) = ((abs(correlation) * 1e9).rounded(), (abs(other.correlation) * 1e9).rounded())
    if own != others { return own > others }
    return (format.width, offset, format.isSigned ? 1 : 0, format.isBigEndian ? 1 : 0)
      < (other.format.width, other.offset, other.format.isSigned ? 1 : 0, other.format.isBigEndian ? 1 : 0)
  }
}

/// A straight line through points, by least squares.
struct LinearFit {
  /// −1…1.
  let correlation: Double
  let factor: Double
  let summand: Double

  /// The line; `nil` where either coordinate never changes, or is out of reach of the arithmetic.
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
