import Foundation

/// Butterworth filters: maximally flat in the pass band, −3 dB at the cut-off.
///
/// Poles of the analog prototype are transformed to the band and through the bilinear transform with prewarped
/// cut-offs, as in textbooks and in SciPy's `butter(…, output: "sos")`; the product of the sections is the same filter.
public enum Butterworth {
  /// Supported orders. Higher orders are never needed for a pulse and lose precision at low cut-offs.
  public static let orders = 1...12

  /// Designs a low-pass filter.
  ///
  /// - Parameters:
  ///   - order: 1 to 12.
  ///   - cutoff: The cut-off frequency in Hz, between 0 and half the rate.
  ///   - rate: The sampling rate in Hz.
  /// - Returns: nil for invalid parameters.
  public static func lowPass(order: Int, cutoff: Double, rate: Double) -> BiquadCascade? {
    guard let warped = warp(cutoff, rate: rate), orders.contains(order) else { return nil }
    return BiquadCascade(
      upperPoles(order: order).map { pole in
        section(bilinear(pole * warped), isReal: pole.isReal, zero: -1, unityAt: 1)
      })
  }

  /// Designs a high-pass filter with a cut-off in Hz.
  ///
  /// - Returns: nil for invalid parameters.
  public static func highPass(order: Int, cutoff: Double, rate: Double) -> BiquadCascade? {
    guard let warped = warp(cutoff, rate: rate), orders.contains(order) else { return nil }
    return BiquadCascade(
      upperPoles(order: order).map { pole in
        section(bilinear(Complex(warped, 0) / pole), isReal: pole.isReal, zero: 1, unityAt: -1)
      })
  }

  /// Designs a band-pass filter between two frequencies in Hz. As usual, a band-pass of order n has 2n poles.
  ///
  /// - Returns: nil for invalid parameters, such as a band that reaches half the rate.
  public static func bandPass(order: Int, from low: Double, to high: Double, rate: Double) -> BiquadCascade? {
    guard let lower = warp(low, rate: rate), let upper = warp(high, rate: rate), lower < upper, orders.contains(order)
    else { return nil }
    let centre = (lower * upper).squareRoot()
    // The position of the warped center on the unit circle, where the gain is one.
    let middle = bilinear(Complex(0, centre))
    var sections: [Biquad] = []
    for pole in upperPoles(order: order) {
      let half = pole * ((upper - lower) / 2)
      let root = (half * half - Complex(centre * centre, 0)).squareRoot
      let pair = (bilinear(half + root), bilinear(half - root))
      if pole.isReal {
        sections.append(bandSection(pair.0, pair.1, middle: middle))
      } else {
        sections.append(bandSection(pair.0, pair.0.conjugate, middle: middle))
        sections.append(bandSection(pair.1, pair.1.conjugate, middle: middle))
      }
    }
    return BiquadCascade(sections)
  }

  /// Returns the analog angular frequency that the bilinear transform (at a rate of one half) maps to `frequency`.
  private static func warp(_ frequency: Double, rate: Double) -> Double? {
    guard rate > 0, rate.isFinite, frequency > 0, frequency < rate / 2 else { return nil }
    let warped = tan(Double.pi * frequency / rate)
    return warped.isFinite && warped > 0 ? warped : nil
  }

  /// Returns the prototype's poles in the upper half plane; for odd orders the real pole is last.
  private static func upperPoles(order: Int) -> [Complex] {
    var poles = (0..<order / 2).map { index in
      let angle = Double.pi * Double(2 * index + 1) / Double(2 * order)
      return Complex(-sin(angle), cos(angle))
    }
    if order % 2 == 1 { poles.append(Complex(-1, 0)) }
    return poles
  }

  private static func bilinear(_ pole: Complex) -> Complex {
    (Complex(1, 0) + pole) / (Complex(1, 0) - pole)
  }

  /// Returns a section of a low- or high-pass: the pole and its conjugate, zeros at `zero`, unity gain at `unityAt` (z
  /// = 1 or −1).
  private static func section(_ pole: Complex, isReal: Bool, zero: Double, unityAt z: Double) -> Biquad {
    if isReal {
      let gain = (1 - pole.real * z) / (1 - zero * z)
      return Biquad(b0: gain, b1: -zero * gain, b2: 0, a1: -pole.real, a2: 0)
    }
    let a1 = -2 * pole.real
    let a2 = pole.magnitudeSquared
    let gain = (1 + a1 * z + a2) / 4
    return Biquad(b0: gain, b1: -2 * zero * gain, b2: gain, a1: a1, a2: a2)
  }

  /// Returns a section of a band-pass: a pair of poles, zeros at 1 and −1, unity gain in the middle.
  private static func bandSection(_ one: Complex, _ other: Complex, middle: Complex) -> Biquad {
    let a1 = -(one + other).real
    let a2 = (one * other).real
    let square = middle * middle
    let above = (square - Complex(1, 0)).magnitudeSquared
    let below = (square + middle * a1 + Complex(a2, 0)).magnitudeSquared
    let gain = (below / above).squareRoot()
    return Biquad(b0: gain, b1: 0, b2: -gain, a1: a1, a2: a2)
  }
}
