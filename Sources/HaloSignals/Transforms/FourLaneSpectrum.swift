import Foundation

/// Computes the power spectra of four short real signals at once, one per lane, zero-padded to at least twice their
/// length.
///
/// Light and the three axes of an accelerometer always occur together: with SIMD, the four transforms cost as much as
/// one. The plan is reused, and a call allocates nothing. The transform is a complex one of half the length, decimated
/// in frequency, so its input is in order and its output is in bit-reversed order. Combining two stages (radix 4)
/// halves memory traffic, and the first stage exploits the zeros.
struct FourLaneSpectrum: Sendable {
  let count: Int
  /// The number of computed bins, from 0 on.
  let bins: Int

  private let half: Int
  private let mirrored: [Int32]
  private let cosines: [Float]  // of 2πk/N, k < N
  private let sines: [Float]
  private var real: [SIMD4<Float>]
  private var imaginary: [SIMD4<Float>]

  /// - Parameters:
  ///   - count: A power of two, at least 16.
  ///   - bins: At most half of `count`.
  init(count: Int, bins: Int) {
    precondition(count >= 16 && count & (count - 1) == 0 && bins <= count / 2)
    self.count = count
    self.bins = bins
    half = count / 2
    let bits = half.trailingZeroBitCount
    mirrored = (0..<half).map { index in
      Int32((0..<bits).reduce(0) { $0 << 1 | (index >> $1) & 1 })
    }
    cosines = (0..<count).map { Float(cos(2 * Double.pi * Double($0) / Double(count))) }
    sines = (0..<count).map { Float(sin(2 * Double.pi * Double($0) / Double(count))) }
    real = Array(repeating: .zero, count: half)
    imaginary = real
  }

  /// Sets a sample of the first half; set all of them before each transform.
  @inline(__always)
  mutating func set(_ index: Int, to sample: SIMD4<Float>) {
    if index & 1 == 0 { real[index >> 1] = sample } else { imaginary[index >> 1] = sample }
  }

  /// Transforms the samples in place, and writes |X[k]|² for the computed bins.
  mutating func power(into power: inout [SIMD4<Float>]) {
    precondition(power.count >= bins)
    let half = half
    let bins = bins
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            let lanes = Lanes(real: real, imaginary: imaginary, cosines: cosines, sines: sines)
            lanes.fillUp()
            var span = half / 2  // of the blocks that are left to transform
            var step = 4
            while span >= 4 {
              lanes.twoStages(span: span, step: step)
              span /= 4
              step *= 4
            }
            if span == 2 { lanes.lastStage() }
            power.withUnsafeMutableBufferPointer { power in
              mirrored.withUnsafeBufferPointer { mirrored in
                for bin in 0..<bins {
                  let here = Int(mirrored[bin])
                  let there = Int(mirrored[(half - bin) & (half - 1)])
                  // Separate the transforms of even and odd samples from one complex transform.
                  let evenReal = real[here] + real[there]
                  let evenImaginary = imaginary[here] - imaginary[there]
                  let oddReal = imaginary[here] + imaginary[there]
                  let oddImaginary = real[there] - real[here]
                  let cosine = cosines[bin]
                  let sine = sines[bin]
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
  }

  /// The samples and the table of angles during a transform.
  private struct Lanes {
    let real, imaginary: UnsafeMutableBufferPointer<SIMD4<Float>>
    let cosines, sines: UnsafeBufferPointer<Float>

    /// Performs the first stage, in which one of two inputs is zero: only rotations remain.
    @inline(__always)
    func fillUp() {
      let middle = real.count / 2
      for offset in 0..<middle { turn(real[offset], imaginary[offset], by: 2 * offset, to: middle + offset) }
    }

    /// Performs two stages at once: blocks of `span` become four blocks of a quarter.
    @inline(__always)
    func twoStages(span: Int, step: Int) {
      let quarter = span / 4
      var block = 0
      while block < real.count {
        for offset in 0..<quarter {
          let a = block + offset
          let b = block + offset + quarter
          let c = b + quarter
          let d = b + 2 * quarter
          let sumReal = real[a] + real[c]
          let sumImaginary = imaginary[a] + imaginary[c]
          let differenceReal = real[a] - real[c]
          let differenceImaginary = imaginary[a] - imaginary[c]
          let otherReal = real[b] + real[d]
          let otherImaginary = imaginary[b] + imaginary[d]
          // The second pair's difference, rotated by −i.
          let turnedReal = imaginary[b] - imaginary[d]
          let turnedImaginary = real[d] - real[b]
          real[a] = sumReal + otherReal
          imaginary[a] = sumImaginary + otherImaginary
          let angle = offset * step
          turn(sumReal - otherReal, sumImaginary - otherImaginary, by: 2 * angle, to: b)
          turn(differenceReal + turnedReal, differenceImaginary + turnedImaginary, by: angle, to: c)
          turn(differenceReal - turnedReal, differenceImaginary - turnedImaginary, by: 3 * angle, to: d)
        }
        block += span
      }
    }

    /// Transforms blocks of two: a sum and a difference.
    @inline(__always)
    func lastStage() {
      for index in stride(from: 0, to: real.count, by: 2) {
        Self.addAndSubtract(real, at: index)
        Self.addAndSubtract(imaginary, at: index)
      }
    }

    @inline(__always)
    private static func addAndSubtract(_ lanes: UnsafeMutableBufferPointer<SIMD4<Float>>, at index: Int) {
      let first = lanes[index]
      lanes[index] = first + lanes[index + 1]
      lanes[index + 1] = first - lanes[index + 1]
    }

    /// Writes x + iy, rotated by −2π · `angle` / N.
    @inline(__always)
    private func turn(_ x: SIMD4<Float>, _ y: SIMD4<Float>, by angle: Int, to index: Int) {
      let cosine = cosines[angle]
      let sine = sines[angle]
      real[index] = x * cosine + y * sine
      imaginary[index] = y * cosine - x * sine
    }
  }
}
