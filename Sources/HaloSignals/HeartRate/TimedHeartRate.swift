/// Estimates the heart rate of a stream of samples with timestamps, evenly spaced or not: ``Resampler`` makes them
/// even, ``HeartRateEstimator`` evaluates them.
///
/// The windows of a gap are refused as missing. A gap of more than ten minutes is emitted as a single window, and the
/// windows after it start again at the first sample. Samples whose times do not advance are dropped.
public struct TimedHeartRate: Sendable {
  /// A longer gap, in seconds, is emitted as one window.
  public static let longGap = 600.0
  /// The longest gap that is interpolated, in seconds; more if samples are rarer.
  private static let longestGap = 1.0

  private let rate: Double
  private var estimator: HeartRateEstimator
  private var light: Resampler
  private var axes: [Resampler]
  private var last = SIMD3<Double>.zero
  private var hasAxes = false
  /// Even samples, for light and each axis, that one input sample completes.
  private var values: [Double] = []
  private var axisValues: [[Double]] = [[], [], []]
  private var firstIndex = 0
  private var next = 0
  /// The index from which windows since the last long gap are counted.
  private var base = 0

  /// - Parameter rate: The sampling rate in Hz of the resampled signal, the device's average rate; see ``rate(of:)``.
  /// - Returns: nil for a rate outside ``HeartRateEstimator/rates``.
  public init?(rate: Double) {
    guard let estimator = HeartRateEstimator(rate: rate),
      let resampler = Resampler(rate: rate, longestGap: max(Self.longestGap, 2.5 / rate))
    else { return nil }
    self.rate = rate
    self.estimator = estimator
    light = resampler
    axes = [resampler, resampler, resampler]
  }

  /// Estimates the sampling rate from the median distance of times, in Hz, from 0.5 to 1000; nil if no times ascend.
  public static func rate(of times: some Collection<Double>) -> Double? {
    let distances = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 && $0.isFinite }.sorted()
    guard !distances.isEmpty else { return nil }
    let rate = 1 / distances[distances.count / 2]
    return rate.isFinite ? min(max(rate, HeartRateEstimator.rates.lowerBound), 1000) : nil
  }

  /// Adds the next sample.
  ///
  /// - Parameters:
  ///   - time: In seconds.
  ///   - emit: Receives the windows that are now complete, usually none, in seconds from the first sample.
  public mutating func add(
    time: Double, light sample: Double, acceleration: SIMD3<Double>? = nil, emit: (HeartRateWindow) -> Void
  ) {
    guard sample.isFinite else { return }
    values.removeAll(keepingCapacity: true)
    let isUsed = light.add(time: time, value: sample) { index, value in
      if values.isEmpty { firstIndex = index }
      values.append(value)
    }
    guard isUsed else { return }
    if let acceleration {
      hasAxes = true
      for axis in 0..<3 where acceleration[axis].isFinite { last[axis] = acceleration[axis] }
    }
    for axis in 0..<3 {
      axisValues[axis].removeAll(keepingCapacity: true)
      axes[axis].add(time: time, value: last[axis]) { _, value in axisValues[axis].append(value) }
    }
    hand(emit)
  }

  /// Emits the windows that were waiting for further samples.
  public mutating func finish(_ emit: (HeartRateWindow) -> Void) {
    values.removeAll(keepingCapacity: true)
    light.finish { index, value in
      if values.isEmpty { firstIndex = index }
      values.append(value)
    }
    for axis in 0..<3 {
      axisValues[axis].removeAll(keepingCapacity: true)
      axes[axis].finish { _, value in axisValues[axis].append(value) }
    }
    hand(emit)
  }

  private mutating func hand(_ emit: (HeartRateWindow) -> Void) {
    for offset in values.indices {
      // Of the even samples from one input only the first can follow a gap, except after the end of a stretch.
      let index = offset == 0 ? firstIndex : next
      if index > next { pass(to: index, emit) }
      judge(
        values[offset], hasAxes ? SIMD3(axisValues[0][offset], axisValues[1][offset], axisValues[2][offset]) : nil, emit
      )
      next = index + 1
    }
  }

  /// Advances over time without samples, up to an index.
  private mutating func pass(to index: Int, _ emit: (HeartRateWindow) -> Void) {
    let seconds = Double(index - next) / rate
    guard seconds > Self.longGap, let estimator = HeartRateEstimator(rate: rate) else {
      for _ in next..<index { judge(.nan, nil, emit) }
      return
    }
    emit(
      HeartRateWindow(
        start: Double(next) / rate, end: Double(index) / rate, bpm: nil, confidence: 0, clarity: 0, refusal: .missing))
    self.estimator = estimator
    base = index
  }

  private mutating func judge(_ sample: Double, _ acceleration: SIMD3<Double>?, _ emit: (HeartRateWindow) -> Void) {
    let offset = Double(base) / rate
    if let window = estimator.add(sample, acceleration: acceleration) { emit(window.moved(by: offset)) }
  }
}

extension HeartRateWindow {
  fileprivate func moved(by seconds: Double) -> HeartRateWindow {
    var window = self
    window.start += seconds
    window.end += seconds
    return window
  }
}
