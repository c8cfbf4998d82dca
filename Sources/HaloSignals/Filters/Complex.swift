/// A complex number with the operations that filter design needs.
struct Complex: Sendable {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  var isReal: Bool { imaginary == 0 }
  var conjugate: Complex { Complex(real, -imaginary) }
  var magnitudeSquared: Double { real * real + imaginary * imaginary }

  /// The square root in the right half plane.
  var squareRoot: Complex {
    let magnitude = magnitudeSquared.squareRoot()
    let root = Complex(max((magnitude + real) / 2, 0).squareRoot(), max((magnitude - real) / 2, 0).squareRoot())
    return imaginary < 0 ? root.conjugate : root
  }

  static func + (one: Complex, other: Complex) -> Complex {
    Complex(one.real + other.real, one.imaginary + other.imaginary)
  }
  static func - (one: Complex, other: Complex) -> Complex {
    Complex(one.real - other.real, one.imaginary - other.imaginary)
  }
  static func * (one: Complex, other: Complex) -> Complex {
    Complex(
      one.real * other.real - one.imaginary * other.imaginary, one.real * other.imaginary + one.imaginary * other.real)
  }
  static func * (one: Complex, factor: Double) -> Complex { Complex(one.real * factor, one.imaginary * factor) }
  static func / (one: Complex, other: Complex) -> Complex { one * other.conjugate * (1 / other.magnitudeSquared) }
}
