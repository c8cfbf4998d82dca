import Foundation

/// The Fourier transform of a real signal whose length is a power of two.
///
/// The plan (twiddle factors, bit reversal, scratch memory) is created once; a call allocates nothing. Not scaled: X[k]
/// = Σ x[n] e^(−2πikn/N), for k from 0 to N/2.
public struct RealFFT: Sendable {
  /// The number of input samples.
  public let count: Int
  /// The number of output frequencies: from 0 to half the rate, inclusive.
  public var bins: Int { count / 2 + 1 }

  // A real transform of N is a complex one of N/2 (even samples as real parts, odd ones as imaginary) and one pass to
  // separate them.
  private let half: Int
  private let reversed: [Int]
  private let cosines: [Double]  // of 2πk/N, k < N/2
  private let sines: [Double]
  private var real: [Double]
  private var imaginary: [Double]

  /// - Parameter count: A power of two, from 2 to 2²⁴.
  /// - Returns: nil for other numbers.
  public init?(count: Int) {
    guard count >= 2, count <= 1 << 24, count & (count - 1) == 0 else { return nil }
    self.count = count
    half = count / 2
    let bits = half.trailingZeroBitCount
    reversed = (0..<half).map { index in
      var rest = index
      var mirrored = 0
      for _ in 0..<bits {
        mirrored = mirrored << 1 | rest & 1
        rest >>= 1
      }
      return mirrored
    }
    cosines = (0..<count / 2).map { cos(2 * Double.pi * Double($0) / Double(count)) }
    sines = (0..<count / 2).map { sin(2 * Double.pi * Double($0) / Double(count)) }
    real = Array(repeating: 0, count: half)
    imaginary = Array(repeating: 0, count: half)
  }

  /// Transforms `samples`, zero-padded or truncated to `count`.
  ///
  /// - Parameter body: Receives each frequency's real and imaginary part, in order.
  @inline(__always)
  public mutating func transform(_ samples: [Double], body: (_ bin: Int, _ real: Double, _ imaginary: Double) -> Void) {
    load(samples)
    butterflies()
    body(0, real[0] + imaginary[0], 0)
    for bin in 1..<max(half, 1) {
      let mirror = half - bin
      let evenReal = (real[bin] + real[mirror]) / 2
      let evenImaginary = (imaginary[bin] - imaginary[mirror]) / 2
      let oddReal = (imaginary[bin] + imaginary[mirror]) / 2
      let oddImaginary = (real[mirror] - real[bin]) / 2
      let (cosine, sine) = (cosines[bin], sines[bin])
      body(
        bin, evenReal + oddReal * cosine + oddImaginary * sine, evenImaginary + oddImaginary * cosine - oddReal * sine)
    }
    body(half, real[0] - imaginary[0], 0)
  }

  /// Writes |X[k]|² of `samples` to `power`, which has `bins` elements afterwards.
  public mutating func power(of samples: [Double], into power: inout [Double]) {
    if power.count != bins { power = Array(repeating: 0, count: bins) }
    transform(samples) { bin, real, imaginary in power[bin] = real * real + imaginary * imaginary }
  }

  private mutating func load(_ samples: [Double]) {
    for index in 0..<half {
      let place = reversed[index]
      real[place] = 2 * index < samples.count ? samples[2 * index] : 0
      imaginary[place] = 2 * index + 1 < samples.count ? samples[2 * index + 1] : 0
    }
  }

  private mutating func butterflies() {
    var span = 1
    while span < half {
      let step = half / span  // of the table, which counts in N-ths
      for offset in 0..<span {
        let (cosine, sine) = (cosines[offset * step], sines[offset * step])
        var top = offset
        while top < half {
          let bottom = top + span
          let turnedReal = real[bottom] * cosine + imaginary[bottom] * sine
          let turnedImaginary = imaginary[bottom] * cosine - real[bottom] * sine
          (real[bottom], imaginary[bottom]) = (real[top] - turnedReal, imaginary[top] - turnedImaginary)
          real[top] += turnedReal
          imaginary[top] += turnedImaginary
          top += 2 * span
        }
      }
      span *= 2
    }
  }
}
