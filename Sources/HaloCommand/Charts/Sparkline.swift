/// The last values of something as a line of blocks.
struct Sparkline {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private let width: Int
  private var values: [Double] = []

  /// A line of at most `width` columns.
  init(width: Int) { self.width = width }

  /// Adds a value; the oldest goes where there is no room.
  mutating func add(_ value: Double) {
    values.append(value)
    if values.count > max(1, width) { values.removeFirst() }
  }

  /// The line within a range; without one, from the lowest value that it holds to the highest.
  func draw(in range: ClosedRange<Double>? = nil) -> String {
    guard width > 0, let lowest = range?.lowerBound ?? values.min(), let highest = range?.upperBound ?? values.max()
    else { return "" }
    return values.map { value in
      let place = highest == lowest ? 0.5 : min(max((value - lowest) / (highest - lowest), 0), 1)
      return Self.blocks[min(Int(place * 8), 7)]
    }.joined()
  }
}
