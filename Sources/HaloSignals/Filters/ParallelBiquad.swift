/// Four ``Biquad`` sections in four SIMD lanes, for little more than the time of one: four filters of one signal, or one
/// of four signals.
struct ParallelBiquad: Sendable {
  private let b0, b1, b2, a1, a2: SIMD4<Double>
  private var first = SIMD4<Double>.zero
  private var second = SIMD4<Double>.zero

  /// - Parameter all: Four sections.
  init(_ all: [Biquad]) {
    func lanes(_ value: (Biquad) -> Double) -> SIMD4<Double> {
      SIMD4(value(all[0]), value(all[1]), value(all[2]), value(all[3]))
    }
    b0 = lanes(\.b0)
    b1 = lanes(\.b1)
    b2 = lanes(\.b2)
    a1 = lanes(\.a1)
    a2 = lanes(\.a2)
  }

  @inline(__always)
  mutating func filter(_ sample: SIMD4<Double>) -> SIMD4<Double> {
    let filtered = b0 * sample + first
    first = b1 * sample - a1 * filtered + second
    second = b2 * sample - a2 * filtered
    return filtered
  }

  /// Sets the state to the steady state for a constant input, like ``Biquad/settle(at:)``.
  mutating func settle(at level: SIMD4<Double>) -> SIMD4<Double> {
    let filtered = (b0 + b1 + b2) / (1 + a1 + a2) * level
    second = b2 * level - a2 * filtered
    first = b1 * level - a1 * filtered + second
    return filtered
  }

  mutating func reset() {
    first = .zero
    second = .zero
  }
}
