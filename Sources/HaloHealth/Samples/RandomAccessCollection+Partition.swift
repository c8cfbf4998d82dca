extension RandomAccessCollection {
  /// The first index that satisfies a condition, which all later indices must satisfy too; `endIndex` if none does.
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var low = startIndex
    var left = count
    while left > 0 {
      let middle = index(low, offsetBy: left / 2)
      if holds(self[middle]) {
        left /= 2
      } else {
        low = index(after: middle)
        left -= left / 2 + 1
      }
    }
    return low
  }
}
