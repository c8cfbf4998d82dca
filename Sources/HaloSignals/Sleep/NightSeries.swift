/// Running statistics over a night's epochs; NaN marks missing epochs.
enum NightSeries {
  /// Returns the share of the known values in `range` that are smaller, counting equal values half.
  static func rank(_ values: [Double], in range: Range<Int>) -> [Double] {
    let order = values.indices.filter { !values[$0].isNaN }.sorted { values[$0] < values[$1] }
    let total = Double(order.count { range.contains($0) })
    var ranks = [Double](repeating: .nan, count: values.count)
    var first = 0
    var below = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, values[order[end]] == values[order[first]] { end += 1 }
      let equal = order[first..<end].count { range.contains($0) }
      for index in order[first..<end] { ranks[index] = total > 0 ? (Double(below) + Double(equal) / 2) / total : .nan }
      below += equal
      first = end
    }
    return ranks
  }

  /// Returns the mean of the known values from `first` to `last` epochs after each, truncated at the ends of the night.
  static func mean(_ values: [Double], from first: Int, through last: Int) -> [Double] {
    Sums(values).mean(from: first, through: last)
  }

  /// Returns the maximum of the known values from `half` epochs before each to `half` after.
  static func highest(_ values: [Double], half: Int) -> [Double] {
    var result = [Double](repeating: .nan, count: values.count)
    // Indices of candidates for the maximum, in descending order of value.
    var queue = [Int](repeating: 0, count: values.count)
    var head = 0
    var tail = 0
    for index in 0..<values.count + half {
      if index < values.count, !values[index].isNaN {
        while tail > head, values[queue[tail - 1]] <= values[index] { tail -= 1 }
        queue[tail] = index
        tail += 1
      }
      let centre = index - half
      guard centre >= 0 else { continue }
      while head < tail, queue[head] < centre - half { head += 1 }
      if head < tail { result[centre] = values[queue[head]] }
    }
    return result
  }

  /// Prefix sums, for means over any window.
  struct Sums {
    private var sums: [Double]
    private var counts: [Int]

    init(_ values: [Double]) {
      sums = [0]
      counts = [0]
      sums.reserveCapacity(values.count + 1)
      counts.reserveCapacity(values.count + 1)
      var sum = 0.0
      var count = 0
      for value in values {
        if !value.isNaN {
          sum += value
          count += 1
        }
        sums.append(sum)
        counts.append(count)
      }
    }

    func mean(from first: Int, through last: Int) -> [Double] {
      let length = sums.count - 1
      return [Double](unsafeUninitializedCapacity: length) { buffer, initialized in
        for index in 0..<length {
          let start = min(max(index + first, 0), length)
          let end = max(min(max(index + last + 1, 0), length), start)
          let known = counts[end] - counts[start]
          buffer[index] = known > 0 ? (sums[end] - sums[start]) / Double(known) : .nan
        }
        initialized = length
      }
    }
  }
}
