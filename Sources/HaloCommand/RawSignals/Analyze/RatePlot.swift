/// A plot of the heart rate over time.
enum RatePlot {
  /// Returns the plot of points in seconds and bpm, up to `end`.
  static func lines(_ points: [(time: Double, rate: Double)], end: Double, _ terminal: Terminal) -> [String] {
    let rates = points.map(\.rate).sorted()
    guard let last = rates.indices.last else { return [] }
    // Ignore the outer percent for the scale, so that one wrong beat does not flatten the plot.
    return lines(points, within: rates[last / 100]...rates[last - last / 100], end: end, terminal)
  }

  /// Returns the plot with a scale for the given rates.
  static func lines(
    _ points: [(time: Double, rate: Double)], within rates: ClosedRange<Double>, end: Double, _ terminal: Terminal
  ) -> [String] {
    let low = (rates.lowerBound / 5).rounded(.down) * 5
    let high = max((rates.upperBound / 5).rounded(.up) * 5, low + 10)
    let columns = max(20, min(terminal.width - 8, 100))
    var plot = LinePlot(columns: columns, rows: 6, over: 0...max(end, 1), values: low...high)
    for point in points { plot.dot(point.rate, at: point.time) }
    let lines = plot.lines.enumerated().map { row, line in
      let label = row == 0 ? "\(Int(high))" : row == 5 ? "\(Int(low))" : ""
      return label.rightAligned(in: 4) + " │" + terminal.paint(line, .red)
    }
    let length = BeatsReport.length(end)
    return lines + ["  bpm 0" + String(repeating: " ", count: max(1, columns - length.count)) + length]
  }
}
