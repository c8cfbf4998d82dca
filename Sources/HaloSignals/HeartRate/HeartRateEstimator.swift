/// Estimates the heart rate from a stream of light, with or without an accelerometer: every two seconds, a value for
/// the last eight seconds.
///
/// ```swift
/// var estimator = HeartRateEstimator(rate: 25)!
/// for sample in samples {
///   if let window = estimator.add(sample.light, acceleration: sample.acceleration) { show(window) }
/// }
/// ```
///
/// Movement measured by the accelerometer is removed from the light, and a hidden Markov model tracks the pulse through
/// the spectra (after Temko 2017). At rest the value is the rate between the beats in the window, if the spectra agree
/// with it. The confidence is learned (``HeartRateConfidence``). The light may have any unit,
/// offset and polarity, the accelerometer any unit. Memory is fixed, and adding a sample allocates nothing. A window
/// without a trustworthy value contains the reason.
///
/// Rates that the sampling cannot show are refused: at 4 Hz, pulses above 110 bpm. A pulse above 120 bpm is aliased to
/// a slower rate there, which cannot be distinguished from a slow pulse.
public struct HeartRateEstimator: Sendable {
  /// The length of a window, in seconds.
  public static let window = HeartRateModel.window
  /// Supported sampling rates in Hz. Below 3 Hz every window is refused.
  public static let rates = 0.5...4000.0

  /// The sampling rate in Hz.
  public let rate: Double
  /// The heart rates in bpm that this sampling rate can show; nil if the rate is too low.
  public var visible: ClosedRange<Double>? { spectrum == nil ? nil : lowest...highest }

  /// The features behind the last estimate's confidence.
  package private(set) var evidence = HeartRateEvidence()
  /// The last estimate in bpm, even if it was refused.
  package private(set) var estimate = 0.0

  private var tracker: PulseTracker
  private var likelihood: [Float]
  private var hasSeen = false

  /// The highest heart rate in bpm that is reported at any sampling rate.
  public static let highest = HeartRateModel.highest

  private let lowest = HeartRateModel.lowest
  private let highest: Double
  private var band: PulseBand
  private var spectrum: PulseSpectrum?
  private let hum: MainsHum
  private var packets: PacketPattern
  private var gate = LightGate(hops: HeartRateModel.hopsInWindow)
  private var meter = MovementMeter(hops: HeartRateModel.hopsInWindow)
  private var ring: [SIMD4<Double>]
  private var next = 0
  private var thinned = 0
  private var hops = 0
  /// The hop in which the wearer last moved.
  private var lastMoved = -RestingBeats.restingWindows - 1
  private var hopEnd: Int
  private var last: SIMD4<Double>?
  private var absent = 0
  private let longestHold: Int

  /// - Parameter rate: The sampling rate in Hz.
  /// - Returns: nil for a rate outside ``rates``.
  public init?(rate: Double) {
    guard Self.rates.contains(rate) else { return nil }
    self.rate = rate
    band = PulseBand(rate: rate)
    let length = Int((band.rate * HeartRateModel.window).rounded())
    spectrum = rate >= HeartRateModel.lowestRate ? PulseSpectrum(rate: band.rate, length: length) : nil
    ring = Array(repeating: .zero, count: spectrum?.samples ?? length)
    hum = MainsHum(rate: rate, thinned: band.rate)
    packets = PacketPattern(rate: rate)
    highest = min(HeartRateModel.highest, HeartRateModel.reportedBelowNyquist * 30 * band.rate)
    tracker = PulseTracker(states: spectrum?.states ?? 1)
    likelihood = Array(repeating: 1, count: spectrum?.states ?? 1)
    hopEnd = Int((band.rate * HeartRateModel.hop).rounded())
    longestHold = max(1, Int(rate))
  }

  /// Adds the next sample.
  ///
  /// - Parameters:
  ///   - light: NaN, or beyond ±10¹⁰⁰, if the sample is missing; time advances all the same.
  ///   - acceleration: In any unit; nil without an accelerometer. A NaN axis keeps its last value.
  /// - Returns: Every two seconds, from the eighth on, the result for the last eight seconds.
  @inline(__always)
  public mutating func add(_ light: Double, acceleration: SIMD3<Double>? = nil) -> HeartRateWindow? {
    guard let filtered = filter(light, acceleration) else { return nil }
    return take(filtered)
  }

  private mutating func filter(_ light: Double, _ acceleration: SIMD3<Double>?) -> SIMD4<Double>? {
    guard abs(light) < 1e100 else {
      gate.addMissing()
      absent += 1
      guard let last, absent <= longestHold else {
        // A long gap is silence: the signal before it does not ring into the signal after it.
        last = nil
        return band.filter(.zero) == nil ? nil : .zero
      }
      return band.filter(last)
    }
    gate.add(light)
    packets.add(light)
    absent = 0
    var sample = SIMD4(light, 0, 0, 0)
    if let acceleration {
      sample.y = abs(acceleration.x) < 1e100 ? acceleration.x : last?.y ?? 0
      sample.z = abs(acceleration.y) < 1e100 ? acceleration.y : last?.z ?? 0
      sample.w = abs(acceleration.z) < 1e100 ? acceleration.z : last?.w ?? 0
    }
    if last == nil { band.settle(at: sample) }
    last = sample
    meter.add(level: sample)
    return band.filter(sample)
  }

  private mutating func take(_ filtered: SIMD4<Double>) -> HeartRateWindow? {
    meter.add(filtered: filtered)
    ring[next] = filtered
    next += 1
    if next == ring.count { next = 0 }
    thinned += 1
    guard thinned == hopEnd else { return nil }
    gate.close()
    meter.close()
    hops += 1
    hopEnd = Int((Double(hops + 1) * band.rate * HeartRateModel.hop).rounded())
    return hops >= HeartRateModel.hopsInWindow ? judge() : nil
  }

  private mutating func judge() -> HeartRateWindow {
    let movement = Float(meter.movement(scale: HeartRateModel.movementScale))
    let isMoving = movement >= 0.5
    if movement >= RestingBeats.mostMovement { lastMoved = hops }
    let start = Double(hops - HeartRateModel.hopsInWindow) * HeartRateModel.hop
    var window = HeartRateWindow(
      start: start, end: start + HeartRateModel.window, bpm: nil, confidence: 0, clarity: 0, refusal: nil)
    tracker.advance(moving: isMoving)
    if let refusal = look(movement: movement) {
      window.refusal = refusal
      return window
    }
    // Before the first window all states are equally likely, and a single window would rarely be confident enough.
    for _ in 0..<(hasSeen ? 1 : HeartRateModel.firstWindowWeight) { tracker.observe(likelihood) }
    hasSeen = true
    guard let spectrum else { return window }
    let (mean, mass) = tracker.summary
    let bpm = isMoving ? spectrum.refined(tracker.posterior) : mean
    estimate = bpm
    evidence.take(bpm: bpm, mass: mass, movement: Double(movement), spectrum: spectrum)
    window.clarity = evidence.clarity
    window.confidence = HeartRateConfidence.probability(evidence)
    window.refusal = refusal(bpm, window.confidence, isMoving: isMoving)
    if window.refusal == nil {
      let beats =
        hops - lastMoved <= RestingBeats.restingWindows || band.rate < RestingBeats.lowestRate
        ? nil
        : RestingBeats.bpm(ring, from: next, count: spectrum.length, rate: band.rate, spectral: bpm)
      window.bpm = beats ?? bpm
    }
    return window
  }

  /// Fills ``likelihood`` from the window, or returns the reason for refusing it.
  private mutating func look(movement: Float) -> HeartRateRefusal? {
    guard spectrum != nil else { return .slowRate }
    if let refusal = gate.refusal ?? (packets.isFound ? .interference : nil) {
      spectrum?.reset()
      evidence = HeartRateEvidence()
      return refusal
    }
    let seen = spectrum?.likelihood(movement: movement, of: ring, from: next, level: gate.level, into: &likelihood)
    return seen == true ? nil : .flat
  }

  /// Returns the reason for refusing an estimate; nil if it is a value.
  private func refusal(_ bpm: Double, _ confidence: Double, isMoving: Bool) -> HeartRateRefusal? {
    if bpm < lowest { return .outOfRange }
    if bpm > highest { return highest < HeartRateModel.highest ? .nearNyquist : .outOfRange }
    if hum.covers(bpm, step: evidence.step) { return .interference }
    let leastLight = isMoving ? HeartRateModel.leastUnexplained : HeartRateModel.leastUnexplainedAtRest
    if evidence.unexplained < leastLight { return .movement }
    var least = isMoving ? HeartRateModel.leastConfidenceInMovement : HeartRateModel.leastConfidence
    if bpm < HeartRateModel.slow { least = HeartRateModel.leastConfidenceWhenSlow }
    return confidence >= least ? nil : isMoving ? .movement : .unclear
  }
}
