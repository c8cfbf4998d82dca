import Foundation

/// The power spectra of four real signals at once, one in each lane, from zero up to a highest bin.
///
/// Light and the three axes of an accelerometer always come together: with SIMD the four transforms cost what one does. A plan; a
/// call allocates nothing. The transform is a complex one of half the length, decimated in frequency, so its input is in order and
/// its output is looked up in mirrored order.
struct FourLaneSpectrum: Sendable {
  let count: Int
  /// Bins that are computed, from 0 on.
  let bins: Int

  private let half: Int
  private let mirrored: [Int]
  private let cosines: [Float]  // of 2πk/N, k < N/2
  private let sines: [Float]
  private var real: [SIMD4<Float>]
  private var imaginary: [SIMD4<Float>]

  /// - Parameters:
  ///   - count: a power of two, at least 8.
  ///   - bins: at most a half of it.
  init(count: Int, bins: Int) {
    precondition(count >= 8 && count & (count - 1) == 0 && bins <= count / 2)
    self.count = count
    self.bins = bins
    half = count / 2
    let bits = half.trailingZeroBitCount
    mirrored = (0..<half).map { index in
      (0..<bits).reduce(0) { $0 << 1 | (index >> $1) & 1 }
    }
    cosines = (0..<half).map { Float(cos(2 * Double.pi * Double($0) / Double(count))) }
    sines = (0..<half).map { Float(sin(2 * Double.pi * Double($0) / Double(count))) }
    real = Array(repeating: .zero, count: half)
    imaginary = real
  }

  /// Makes all samples zero.
  mutating func clear() {
    for index in 0..<half {
      real[index] = .zero
      imaginary[index] = .zero
    }
  }

  @inline(__always)
  mutating func set(_ index: Int, to sample: SIMD4<Float>) {
    if index & 1 == 0 { real[index >> 1] = sample } else { imaginary[index >> 1] = sample }
  }

  /// Transforms what was set, in place, and writes |X[k]|² for the computed bins.
  mutating func power(into power: inout [SIMD4<Float>]) {
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            var span = half / 2
            var step = 2
            while span >= 1 {
              var top = 0
              while top < half {
                for offset in 0..<span {
                  let (one, other) = (top + offset, top + offset + span)
                  let (cosine, sine) = (cosines[offset &* step], sines[offset &* step])
                  let (oneReal, oneImaginary) = (real[one], imaginary[one])
                  let (otherReal, otherImaginary) = (real[other], imaginary[other])
                  real[one] = oneReal + otherReal
                  imaginary[one] = oneImaginary + otherImaginary
                  let (differenceReal, differenceImaginary) = (oneReal - otherReal, oneImaginary - otherImaginary)
                  real[other] = differenceReal * cosine + differenceImaginary * sine
                  imaginary[other] = differenceImaginary * cosine - differenceReal * sine
                }
                top += 2 * span
              }
              span /= 2
              step *= 2
            }
            // Two real halves (even and odd samples) are untangled from one complex transform.
            power[0] = (real[0] + imaginary[0]) * (real[0] + imaginary[0])
            for bin in 1..<bins {
              let (here, there) = (mirrored[bin], mirrored[half - bin])
              let evenReal = real[here] + real[there]
              let evenImaginary = imaginary[here] - imaginary[there]
              let oddReal = imaginary[here] + imaginary[there]
              let oddImaginary = real[there] - real[here]
              let (cosine, sine) = (cosines[bin], sines[bin])
              let wholeReal = evenReal + oddReal * cosine + oddImaginary * sine
              let wholeImaginary = evenImaginary + oddImaginary * cosine - oddReal * sine
              power[bin] = (wholeReal * wholeReal + wholeImaginary * wholeImaginary) * 0.25
            }
          }
        }
      }
    }
  }
}
