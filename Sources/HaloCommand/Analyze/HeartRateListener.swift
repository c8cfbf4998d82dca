import HaloSignals

/// Feeds the rows of a recording to the estimate of the heart rate: as they come where their rate is known, and made even where they
/// only bear times.
struct HeartRateListener {
  private let isOffline: Bool
  private var estimator: HeartRateEstimator?
  private var smoother: HeartRateSmoother?
  private var timed: TimedHeartRate?
  private let isTimed: Bool
  /// The first rows of a recording with times, which tell its rate.
  private(set) var rate: Double?

  init(rate: Double?, isOffline: Bool) {
    self.isOffline = isOffline
    self.rate = rate
    isTimed = rate == nil
    if let rate {
      estimator = isOffline ? nil : HeartRateEstimator(rate: rate)
      smoother = isOffline ? HeartRateSmoother(rate: rate) : nil
    }
  }

  mutating func take(_ block: SignalBlock, _ tell: (HeartRateWindow) -> Void) {
    if isTimed, timed == nil, let rate = TimedHeartRate.rate(of: block.times) {
      self.rate = rate
      timed = TimedHeartRate(rate: rate, offline: isOffline)
    }
    for row in block.times.indices {
      let light = block.values[0][row]
      let acceleration =
        block.values.count < 4 ? nil : SIMD3(block.values[1][row], block.values[2][row], block.values[3][row])
      if isTimed {
        timed?.add(time: block.times[row], light: light, acceleration: acceleration, emit: tell)
      } else if isOffline {
        smoother?.add(light, acceleration: acceleration, emit: tell)
      } else if let window = estimator?.add(light, acceleration: acceleration) {
        tell(window)
      }
    }
  }

  mutating func finish(_ tell: (HeartRateWindow) -> Void) {
    timed?.finish(tell)
    smoother?.finish(tell)
  }

  /// Why there was not a single window.
  func refusal(_ summary: SignalSummary) -> String {
    if let rate, !HeartRateEstimator.rates.contains(rate) {
      return "a rate of \(SampleRate.text(rate)) samples a second is outside 0.5 to 4,000"
    }
    if isTimed, rate == nil { return "no rate can be told from the times" }
    return "the recording is shorter than eight seconds"
  }
}
