/// The values of a window that slides along a series, in order of size: cheaper than to sort each window.
struct SortedWindow {
  private(set) var sorted: [Double] = []
  private var range = 0..<0

  /// Slides on, so that the window covers that range of `values`. Neither end ever goes back.
  mutating func slide(to next: Range<Int>, of values: [Double]) {
    for index in range where index < next.lowerBound { sorted.remove(at: place(of: values[index])) }
    for index in max(range.upperBound, next.lowerBound)..<next.upperBound {
      sorted.insert(values[index], at: place(of: values[index]))
    }
    range = next
  }

  /// The first place whose value is not below that one.
  private func place(of value: Double) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The median of each value and the `reach` values to both sides of it, cut at the ends.
  static func medians(of values: [Double], reach: Int) -> [Double] {
    var window = SortedWindow()
    return values.indices.map { index in
      window.slide(to: max(0, index - reach)..<min(values.count, index + reach + 1), of: values)
      return IntervalRepair.quantile(window.sorted, 0.5)
    }
  }
}
