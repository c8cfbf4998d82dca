/// The latest values as a line of blocks.
package struct Sparkline {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private let width: Int
  private var values: [Double] = []

  /// Creates a sparkline of at most `width` columns.
  package init(width: Int) { self.width = width }

  /// Adds a value. The oldest value is dropped if the line is full.
  package mutating func add(_ value: Double) {
    values.append(value)
    if values.count > max(1, width) { values.removeFirst() }
  }

  /// Returns the line, scaled to a range or, without one, to the lowest and highest value.
  package func draw(in range: ClosedRange<Double>? = nil) -> String {
    guard width > 0, let lowest = range?.lowerBound ?? values.min(), let highest = range?.upperBound ?? values.max()
    else { return "" }
    return values.map { value in
      let share = highest == lowest ? 0.5 : min(max((value - lowest) / (highest - lowest), 0), 1)
      return Self.blocks[min(Int(share * 8), 7)]
    }.joined()
  }
}
