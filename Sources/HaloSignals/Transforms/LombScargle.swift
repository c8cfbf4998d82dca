import Foundation

/// The spectrum of an unevenly sampled series, such as beat intervals at the times of the beats, without resampling or
/// interpolation.
///
/// The definition, for N values x at times t, after subtracting the mean (Lomb 1976, Scargle 1982):
///
/// - τ = atan2(Σ sin 2ωt, Σ cos 2ωt) / 2ω
/// - P(ω) = ½ [ (Σ x cos ω(t−τ))² / Σ cos² ω(t−τ) + (Σ x sin ω(t−τ))² / Σ sin² ω(t−τ) ]
/// - density(f) = 2 P(2πf) / rate, with rate = (N − 1) / (t_last − t_first)
///
/// The density is one-sided, in the values' unit squared per Hz: over the frequencies up to half the rate of an even
/// series it sums to the variance. P equals the result of SciPy's `lombscargle`.
public struct LombScargle: Sendable {
  private let times: [Double]
  private let values: [Double]
  /// The average sampling rate in Hz.
  public let rate: Double

  /// - Parameters:
  ///   - times: In seconds, ascending.
  ///   - values: One per time.
  /// - Returns: nil for fewer than three values, arrays of different lengths, times that do not ascend, or non-finite
  ///   numbers.
  public init?(times: [Double], values: [Double]) {
    guard times.count == values.count, times.count > 2, let first = times.first, let last = times.last,
      times.allSatisfy(\.isFinite), values.allSatisfy(\.isFinite), zip(times, times.dropFirst()).allSatisfy(<),
      (last - first).isFinite
    else { return nil }
    // Times are relative to the middle, so that angles stay small and exact even for times since 1970.
    let middle = first + (last - first) / 2
    let mean = values.reduce(0, +) / Double(values.count)
    guard mean.isFinite else { return nil }
    self.times = times.map { $0 - middle }
    self.values = values.map { $0 - mean }
    rate = Double(times.count - 1) / (last - first)
  }

  /// Four values, their current angles, and the angle steps.
  private struct Turning {
    var value = SIMD4<Double>.zero
    var cosine = SIMD4<Double>.zero
    var sine = SIMD4<Double>.zero
    var stepCosine = SIMD4<Double>.zero
    var stepSine = SIMD4<Double>.zero
  }

  /// Returns the density at `count` frequencies (Hz): `lowest`, `lowest + step`, and so on. At 0 Hz and below it is 0.
  public func density(from lowest: Double, step: Double, count: Int) -> [Double] {
    guard count > 0, lowest.isFinite, step.isFinite else { return [] }
    // Each value's angle advances by the same step between frequencies: a rotation replaces the sine. Four values are
    // processed in parallel; padding has zero length and adds nothing.
    var turning = [Turning](repeating: Turning(), count: (times.count + 3) / 4)
    for (number, time) in times.enumerated() {
      let angle = 2 * Double.pi * lowest * time
      let advance = 2 * Double.pi * step * time
      let four = number / 4
      let lane = number % 4
      turning[four].cosine[lane] = cos(angle)
      turning[four].sine[lane] = sin(angle)
      turning[four].stepCosine[lane] = cos(advance)
      turning[four].stepSine[lane] = sin(advance)
      turning[four].value[lane] = values[number]
    }
    return (0..<count).map { index in
      let frequency = lowest + Double(index) * step
      var sums = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
      turning.withUnsafeMutableBufferPointer { turning in
        for index in turning.indices {
          let cosine = turning[index].cosine
          let sine = turning[index].sine
          sums.0 += turning[index].value * cosine
          sums.1 += turning[index].value * sine
          sums.2 += cosine * cosine
          sums.3 += cosine * sine
          turning[index].cosine = cosine * turning[index].stepCosine - sine * turning[index].stepSine
          turning[index].sine = sine * turning[index].stepCosine + cosine * turning[index].stepSine
        }
      }
      let xc = sums.0.sum()
      let xs = sums.1.sum()
      let cc = sums.2.sum()
      let cs = sums.3.sum()
      guard frequency > 0 else { return 0 }
      let ss = Double(times.count) - cc
      let shift = atan2(2 * cs, cc - ss) / 2  // ωτ
      let cosine = cos(shift)
      let sine = sin(shift)
      let alongPower = cosine * cosine * cc + 2 * cosine * sine * cs + sine * sine * ss
      let acrossPower = cosine * cosine * ss - 2 * cosine * sine * cs + sine * sine * cc
      let along = cosine * xc + sine * xs
      let across = cosine * xs - sine * xc
      // If all times are in phase with the wave (at the Nyquist frequency of an even series), one term is 0/0.
      let tiny = 1e-9 * Double(times.count)
      let power =
        (alongPower > tiny ? along * along / alongPower : 0) + (acrossPower > tiny ? across * across / acrossPower : 0)
      return power / rate
    }
  }
}
