/// Detects pulses in light (PPG) sample by sample: steep rises that stand out from the preceding ones.
///
/// A second-order low-pass smooths the light; its steepest rise is a beat if it reaches half the slope of the last
/// beats. The threshold stays constant until a beat is overdue, then decays until a rise reaches it. Fixed memory,
/// under five nanoseconds per sample. A beat is reported after its rise, some tenths of a second late, with the time of
/// the steepest slope.
///
/// This detector considers one sample at a time. ``PulseBeats`` analyzes windows and uses this detector as its second
/// method.
public struct PulseDetector: Sendable {
  private let rate: Double
  private let refractory: Int
  private let delay: Double
  private let sign: Double

  /// The low-pass in direct form I. Both zeros are at the Nyquist frequency, so three coefficients are enough, and only
  /// one product and one difference depend on the previous output. ``Biquad``'s form, made for cascades, has 1.5 times
  /// the latency.
  private let gain, near, far: Double
  private var sampleBefore = 0.0
  private var sampleBeforeThat = 0.0

  private var index = -1
  private var settled = false
  private var last = 0.0
  private var lastButOne = 0.0

  /// Slopes above this may be beats.
  private var threshold = Double.infinity
  /// Slopes below this need no attention: the threshold, or −∞ if every sample matters. One comparison covers all
  /// cases; NaN is never below it.
  private var gate = -Double.infinity
  /// The sample at which the threshold is checked again.
  private var deadline: Int
  private var isLearning = true
  private var steepestLearnt = 0.0
  private var isKeepingLevel = false

  private var isRising = false
  private var peak = (index: 0, before: 0.0, value: 0.0, after: 0.0)
  /// The usual steepest slope of beats.
  private var level = 0.0
  private var lastBeat = -1.0e9
  private var interval: Double

  /// - Parameters:
  ///   - rate: The sampling rate in Hz.
  ///   - isInverted: True if a pulse makes the samples smaller, as in a camera image.
  /// - Returns: nil for a rate below 4 Hz, which is too low to show a rise.
  public init?(rate: Double, isInverted: Bool = false) {
    guard rate >= 4, rate <= 100_000, let low = Butterworth.lowPass(order: 2, cutoff: min(8, rate * 0.3), rate: rate)
    else {
      return nil
    }
    self.rate = rate
    let section = low.sections[0]
    gain = isInverted ? -section.b0 : section.b0
    near = section.a1
    far = section.a2
    // Group delay of a Butterworth low-pass of second order well below its cut-off.
    delay = 2.0.squareRoot() / (2 * Double.pi * min(8, rate * 0.3)) * rate
    sign = isInverted ? -1 : 1
    refractory = Int(0.27 * rate)
    interval = rate
    deadline = Int(2 * rate)
  }

  /// Adds the next sample.
  ///
  /// - Returns: The position of a beat, in samples from the first one; `nil` if no beat was completed. A NaN sample
  ///   resets the detector.
  @inline(__always)
  public mutating func add(_ sample: Double) -> Double? {
    index += 1
    let passed = gain * (sample + 2 * sampleBefore + sampleBeforeThat) - far * lastButOne
    let value = passed - near * last
    let steepness = last - lastButOne
    sampleBeforeThat = sampleBefore
    sampleBefore = sample
    lastButOne = last
    last = value
    return steepness < gate && index < deadline ? nil : look(sample, before: steepness, next: last - lastButOne)
  }

  /// The slow path, which most samples do not need.
  @inline(never)
  private mutating func look(_ sample: Double, before steepness: Double, next: Double) -> Double? {
    defer { gate = isLearning || isRising || !settled ? -.infinity : threshold }
    guard sample.isFinite else {
      settled = false
      return nil
    }
    if !settled || !next.isFinite {
      restart(at: sample)
      return nil
    }
    if isLearning {
      steepestLearnt = max(steepestLearnt, next)
      if index >= deadline { learnt() }
      return nil
    }
    if index >= deadline {
      // A beat is overdue: the threshold decays to a twentieth within a second.
      threshold *= 0.86
      deadline = index + max(1, Int(rate / 20))
      if threshold < level * 0.02 { relearn() }
    }
    if isRising {
      if next > peak.value {
        peak = (index, steepness, next, next)
      } else {
        if peak.index == index - 1 { peak.after = next }
        if next < peak.value * 0.3 { return finishRise() }
      }
    } else if next > threshold, Double(index) - lastBeat > Double(max(refractory, Int(interval * 0.45))) {
      isRising = true
      peak = (index, steepness, next, next)
    }
    return nil
  }

  private mutating func finishRise() -> Double? {
    isRising = false
    // A slope lies between two samples.
    let position = Double(peak.index) - 0.5 + Parabola.top(peak.before, peak.value, peak.after) - delay
    // Limit the update, so that one movement does not raise the threshold beyond the reach of beats.
    level += 0.25 * (min(peak.value, 2 * level) - level)
    threshold = level * 0.5
    let since = position - lastBeat
    if since < 2.5 * rate { interval += 0.2 * (min(max(since, 0.3 * rate), 2 * rate) - interval) }
    lastBeat = position
    deadline = index + Int(1.4 * interval)
    return position
  }

  private mutating func learnt() {
    isLearning = false
    level = steepestLearnt * 0.8
    threshold = level > 0 ? level * 0.5 : .infinity
    if level <= 0 { relearn() } else { deadline = index + Int(rate) }
  }

  private mutating func relearn() {
    isLearning = true
    isRising = false
    steepestLearnt = 0
    threshold = -.infinity
    deadline = index + Int(2 * rate)
  }

  /// Keeps the learned level and restarts counting at the next sample.
  mutating func rewind() {
    let learnt = level
    settled = false
    gate = -.infinity
    index = -1
    isKeepingLevel = learnt > 0
  }

  private mutating func restart(at sample: Double) {
    settled = true
    sampleBefore = sample
    sampleBeforeThat = sample
    last = sample * sign
    lastButOne = last
    lastBeat = -1.0e9
    if isKeepingLevel, self.level > 0 {
      isKeepingLevel = false
      isLearning = false
      isRising = false
      threshold = self.level * 0.5
      deadline = index + Int(1.4 * interval)
    } else {
      interval = rate
      relearn()
    }
  }
}
