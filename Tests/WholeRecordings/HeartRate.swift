package import HaloSignals

/// Estimates the heart rate of whole recordings, with the same code as for streams.
package enum HeartRate {
  /// Estimates the heart rate of an evenly sampled recording.
  ///
  /// - Parameters:
  ///   - light: Samples of one color; NaN for missing samples.
  ///   - acceleration: One vector per sample, or nil without an accelerometer. If it ends early, the rest has no
  ///     acceleration.
  ///   - rate: The sampling rate in Hz.
  /// - Returns: A window every two seconds, with a value or the reason for its absence; empty for a recording under
  ///   eight seconds or a rate outside ``HeartRateEstimator/rates``.
  package static func windows(
    light: [Double], acceleration: [SIMD3<Double>]? = nil, rate: Double
  ) -> [HeartRateWindow] {
    guard var estimator = HeartRateEstimator(rate: rate) else { return [] }
    var windows: [HeartRateWindow] = []
    for (index, sample) in light.enumerated() {
      if let window = estimator.add(sample, acceleration: Self.axis(acceleration, index)) { windows.append(window) }
    }
    return windows
  }

  /// Estimates the heart rate of a recording with several colors, using the best one in each window; see
  /// ``LightSelection``.
  ///
  /// - Parameter lights: Samples of each color, all of the same length.
  package static func windows(
    lights: [[Double]], acceleration: [SIMD3<Double>]? = nil, rate: Double
  ) -> [HeartRateWindow] {
    select(lights.map { windows(light: $0, acceleration: acceleration, rate: rate) })
  }

  /// Estimates the heart rate of a recording with timestamps, evenly spaced or not, using ``TimedHeartRate``.
  ///
  /// - Parameter times: One time per sample, in seconds.
  package static func windows(
    times: [Double], light: [Double], acceleration: [SIMD3<Double>]? = nil
  ) -> [HeartRateWindow] {
    guard let rate = TimedHeartRate.rate(of: times.prefix(5000)), var timed = TimedHeartRate(rate: rate) else {
      return []
    }
    var windows: [HeartRateWindow] = []
    for (index, (time, sample)) in zip(times, light).enumerated() {
      timed.add(time: time, light: sample, acceleration: Self.axis(acceleration, index)) { windows.append($0) }
    }
    timed.finish { windows.append($0) }
    return windows
  }

  /// Estimates the heart rate of a recording with several colors and timestamps.
  package static func windows(
    times: [Double], lights: [[Double]], acceleration: [SIMD3<Double>]? = nil
  ) -> [HeartRateWindow] {
    select(lights.map { windows(times: times, light: $0, acceleration: acceleration) })
  }

  private static func select(_ lights: [[HeartRateWindow]]) -> [HeartRateWindow] {
    var selection = LightSelection(lights: lights.count)
    var windows: [HeartRateWindow] = []
    for (light, itsWindows) in lights.enumerated() {
      for window in itsWindows { selection.add(window, light: light) { windows.append($0) } }
    }
    selection.finish { windows.append($0) }
    return windows
  }

  private static func axis(_ acceleration: [SIMD3<Double>]?, _ index: Int) -> SIMD3<Double>? {
    guard let acceleration, index < acceleration.count else { return nil }
    return acceleration[index]
  }
}
