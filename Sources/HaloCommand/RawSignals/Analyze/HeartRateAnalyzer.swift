import HaloInterchange
import HaloSignals

/// Passes the rows of a recording to the heart rate estimators: unchanged if their rate is known, resampled if they
/// only have times. Each light has its own estimator, and each window uses the best estimate.
struct HeartRateAnalyzer {
  private let lights: Int
  private var estimators: [HeartRateEstimator] = []
  private var timed: [TimedHeartRate] = []
  private var selection: LightSelection
  private let isTimed: Bool
  /// The sample rate; estimated from the first rows if the recording has times.
  private(set) var rate: Double?

  init(rate: Double?, lights: Int) {
    self.rate = rate
    self.lights = lights
    isTimed = rate == nil
    selection = LightSelection(lights: lights)
    if let estimator = rate.flatMap({ HeartRateEstimator(rate: $0) }) {
      estimators = Array(repeating: estimator, count: lights)
    }
  }

  /// - Parameter block: The columns of light, then none or three of acceleration.
  mutating func take(_ block: SignalBlock, _ tell: (HeartRateWindow) -> Void) {
    if isTimed, timed.isEmpty, let rate = TimedHeartRate.rate(of: block.times) {
      self.rate = rate
      timed = TimedHeartRate(rate: rate).map { Array(repeating: $0, count: lights) } ?? []
    }
    let axes = block.values.dropFirst(lights)
    for row in block.times.indices {
      let acceleration = axes.count < 3 ? nil : SIMD3(axes[lights][row], axes[lights + 1][row], axes[lights + 2][row])
      for light in timed.indices {
        timed[light].add(time: block.times[row], light: block.values[light][row], acceleration: acceleration) {
          selection.add($0, light: light, emit: tell)
        }
      }
      for light in estimators.indices {
        guard let window = estimators[light].add(block.values[light][row], acceleration: acceleration) else { continue }
        selection.add(window, light: light, emit: tell)
      }
    }
  }

  mutating func finish(_ tell: (HeartRateWindow) -> Void) {
    for light in timed.indices {
      timed[light].finish { selection.add($0, light: light, emit: tell) }
    }
    selection.finish(tell)
  }

  /// Returns the reason why there was no window.
  func refusal(_ summary: SignalSummary) -> Phrase {
    if let rate, !HeartRateEstimator.rates.contains(rate) {
      return Phrase("a rate of \(SampleRate.text(rate)) samples per second is outside 0.5 to 4,000")
    }
    if isTimed, rate == nil { return Phrase("no rate can be computed from the times") }
    return Phrase("the recording is shorter than eight seconds")
  }
}
