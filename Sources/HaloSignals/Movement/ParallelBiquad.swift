/// Two second-order sections side by side in two lanes, as ``Biquad`` is one: two filters of one signal for the time of one.
struct PairedBiquad: Sendable {
  private let b0, b1, b2, a1, a2: SIMD2<Double>
  private var first = SIMD2<Double>.zero
  private var second = SIMD2<Double>.zero

  init(_ one: Biquad, _ other: Biquad) {
    b0 = SIMD2(one.b0, other.b0)
    b1 = SIMD2(one.b1, other.b1)
    b2 = SIMD2(one.b2, other.b2)
    a1 = SIMD2(one.a1, other.a1)
    a2 = SIMD2(one.a2, other.a2)
  }

  @inline(__always)
  mutating func filter(_ sample: SIMD2<Double>) -> SIMD2<Double> {
    let filtered = b0 * sample + first
    first = b1 * sample - a1 * filtered + second
    second = b2 * sample - a2 * filtered
    return filtered
  }

  mutating func reset() {
    first = .zero
    second = .zero
  }
}
