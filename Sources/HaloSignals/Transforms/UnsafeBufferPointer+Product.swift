extension UnsafeBufferPointer<Double> {
  /// Returns the sum of the products of `count` values from `start` on with those of `other` from `begin` on, in two sums
  /// of four lanes each; a single one would wait for its own result at each sample.
  @inline(__always)
  func product(from start: Int, with other: Self, from begin: Int, count: Int) -> Double {
    func four(_ values: Self, _ at: Int) -> SIMD4<Double> {
      SIMD4(values[at], values[at + 1], values[at + 2], values[at + 3])
    }
    var first = SIMD4<Double>.zero
    var second = SIMD4<Double>.zero
    var index = 0
    while index + 8 <= count {
      first += four(self, start + index) * four(other, begin + index)
      second += four(self, start + index + 4) * four(other, begin + index + 4)
      index += 8
    }
    var product = (first + second).sum()
    while index < count {
      product += self[start + index] * other[begin + index]
      index += 1
    }
    return product
  }
}
