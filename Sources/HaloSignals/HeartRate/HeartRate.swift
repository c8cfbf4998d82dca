/// The heart rate of whole recordings, by the same code as the stream's.
public enum HeartRate {
  /// The longest distance in seconds between two samples that is still filled in, of recordings with times.
  public static let longestGap = 1.0

  /// The heart rate of an evenly sampled recording.
  ///
  /// - Parameters:
  ///   - light: samples of one colour; not a number where one is missing.
  ///   - acceleration: one a sample, or nil without an accelerometer. Where it ends early, the rest has none.
  ///   - rate: samples a second.
  ///   - offline: whether each window may know what comes after it; better, where a recording is complete.
  /// - Returns: a window every two seconds, with a value or the reason for none; nothing for a recording under eight seconds or a
  ///   rate outside ``HeartRateEstimator/rates``.
  public static func windows(
    light: [Double], acceleration: [SIMD3<Double>]? = nil, rate: Double, offline: Bool = false
  ) -> [HeartRateWindow] {
    var windows: [HeartRateWindow] = []
    if offline {
      guard var smoother = HeartRateSmoother(rate: rate) else { return [] }
      for (index, sample) in light.enumerated() {
        smoother.add(sample, acceleration: Self.axis(acceleration, index)) { windows.append($0) }
      }
      smoother.finish { windows.append($0) }
    } else {
      guard var estimator = HeartRateEstimator(rate: rate) else { return [] }
      for (index, sample) in light.enumerated() {
        if let window = estimator.add(sample, acceleration: Self.axis(acceleration, index)) { windows.append(window) }
      }
    }
    return windows
  }

  /// The heart rate of a recording whose samples bear times, evenly spaced or not, by ``TimedHeartRate``.
  ///
  /// - Parameter times: in seconds, one a sample.
  public static func windows(
    times: [Double], light: [Double], acceleration: [SIMD3<Double>]? = nil, offline: Bool = false
  ) -> [HeartRateWindow] {
    guard let rate = TimedHeartRate.rate(of: times.prefix(5000)),
      var timed = TimedHeartRate(rate: rate, offline: offline)
    else { return [] }
    var windows: [HeartRateWindow] = []
    for (index, (time, sample)) in zip(times, light).enumerated() {
      timed.add(time: time, light: sample, acceleration: Self.axis(acceleration, index)) { windows.append($0) }
    }
    timed.finish { windows.append($0) }
    return windows
  }

  @inline(__always)
  private static func axis(_ acceleration: [SIMD3<Double>]?, _ index: Int) -> SIMD3<Double>? {
    guard let acceleration, index < acceleration.count else { return nil }
    return acceleration[index]
  }
}
