/// A sorted sliding window over a series, which is cheaper than sorting each window.
struct SortedWindow {
  private(set) var sorted: [Double] = []
  private var range = 0..<0

  /// Moves the window to a range of `values`. Neither bound may move backwards.
  mutating func slide(to next: Range<Int>, of values: [Double]) {
    for index in range where index < next.lowerBound { sorted.remove(at: sorted.sortedIndex(of: values[index])) }
    for index in max(range.upperBound, next.lowerBound)..<next.upperBound {
      sorted.insert(values[index], at: sorted.sortedIndex(of: values[index]))
    }
    range = next
  }

  /// Returns the running median of each value and its `reach` neighbors on both sides, truncated at the ends.
  static func medians(of values: [Double], reach: Int) -> [Double] {
    var window = SortedWindow()
    return values.indices.map { index in
      window.slide(to: max(0, index - reach)..<min(values.count, index + reach + 1), of: values)
      return IntervalRepair.quantile(window.sorted, 0.5)
    }
  }
}

extension [Double] {
  /// Returns the index of the first of these sorted values that is not below `value`.
  func sortedIndex(of value: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
