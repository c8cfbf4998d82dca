/// Counts steps from acceleration at any place on the body: peaks during movement that resembles walking.
///
/// A step is a peak of the acceleration's length, band-passed at 1.0–2.6 Hz (1.8–3.8 Hz while running: the RMS of 0.8–5
/// Hz exceeds 0.45 g, and strides are even), that exceeds 1.35 times the RMS of the last seconds. Typing and driving
/// cause peaks too, so peaks count only within a bout of walking. Each second adds evidence for or against a bout: the
/// self-similarity of the last six seconds (0.8–5 Hz) at lags of 0.8 to 2.2 s, minus one half. Slow or uneven walking
/// is less self-similar: a second also adds one half if the movement consists of step impacts on a body that does not
/// turn (``StepEvidence``). The sum, never below 0, opens a bout at 2 (after about ten seconds of walking) and closes
/// it at 0. Steps since the sum left 0 are counted then, so none is lost at the beginning. Bouts under ten seconds are
/// not counted.
///
/// Gaps of up to half a second are bridged by linear interpolation of the acceleration's length; a longer gap ends a
/// bout.
///
/// ```swift
/// var counter = try StepCounter(rate: 50)
/// for (x, y, z) in samples { counter.add(x, y, z) }   // in g
/// counter.finish()
/// counter.steps
/// ```
///
/// Memory is fixed; adding a sample allocates nothing.
public struct StepCounter: Sendable {
  /// A bout of walking or running.
  public struct Bout: Sendable, Equatable {
    /// The times of the first and the last step, in seconds since the first sample.
    public var start, end: Double
    /// The number of steps.
    public var steps: Int
    /// The mean of ``StepConfidence/features(_:)`` over the seconds that support the bout.
    package var features = SIMD8<Double>.zero

    /// The probability, 0 to 1, that the person walks or runs in this bout: of 100 steps in bouts with 0.9, about 90
    /// are steps and ten another repetitive movement. Learned from six people and synthetic movement, weighted so that
    /// 90 % of the steps are real. A hand that waves as strongly and evenly as a walk cannot be distinguished.
    /// docs/accuracy.md has the figures.
    public var confidence: Double { StepConfidence.probability(features) }
  }

  /// The minimum sampling rate for steps, in Hz.
  public static let leastRate = 12.5

  static let window = 6.0
  static let opening = 2.0
  static let most = 4.0
  /// The RMS movement in g below which there is no walking.
  static let floor = 0.03
  static let smallestPeak = 0.03
  /// Samples with at least this acceleration in g are invalid.
  static let furthest = 1e6
  static let prominence = 1.35
  /// The RMS of 0.8–5 Hz in g above which the movement may be running.
  static let running = 0.45
  /// The minimum sampling rate for impacts, in Hz.
  static let impactRate = 40.0
  /// The longest gap that is bridged, in seconds.
  public static let longestBridge = 0.5

  /// The sampling rate in Hz.
  public let rate: Double
  /// The steps counted up to now. Steps are counted about three seconds late; those of a new bout when it is confirmed.
  public private(set) var steps = 0
  /// The bouts up to now; the last one may still continue.
  public private(set) var bouts: [Bout] = []
  /// The number of NaN or skipped samples.
  public private(set) var missing = 0
  /// The number of missing samples that were bridged.
  private(set) var bridged = 0
  /// The longest stretch in samples without a gap, after finishing.
  private(set) var longest = 0
  /// The number of samples outside gaps, after finishing.
  private(set) var whole = 0
  /// The sum of the squared vector lengths in g².
  private(set) var squareSum = 0.0
  /// True if any sample differs from the first one.
  private(set) var changes = false

  /// All filters in parallel, section by section: step band, movement shape, running step band, impacts.
  private var sections: (ParallelBiquad, ParallelBiquad)
  private let seesImpacts: Bool
  private let every: Int
  private let lags: ClosedRange<Int>
  private let hop: Int

  // The signal
  private var taken = 0
  /// Missing samples since the last one, not yet processed.
  private var absent = 0
  private let longestAbsence: Int
  private var begin = 0
  private var first: SIMD3<Double>?
  private var last = 0.0
  private var base: Double?
  private var walked: PeakTracker
  private var run: PeakTracker
  private var isRunning = false
  /// The mean square of impacts over about 0.03 s, and the direction of gravity.
  private var impact = 0.0
  private let impactShare: Double
  private var gravity: SIMD3<Double>?
  private let gravityShare: Double
  /// The mean square of the acceleration without gravity over about three seconds.
  private var moved = 0.0
  private let movedShare: Double

  // The last six seconds, at about 12.5 to 25 Hz
  private var ring: [Double]
  private var squares: [Double]
  private var impacts: [Double]
  private var directions: [SIMD3<Double>]
  private var unrolled: [Double]
  private var before: [Double]
  private var filled = 0
  private var next = 0
  private var wait = 0
  private var sampleInEvery = 0

  // The bout
  private var evidence = 0.0
  /// The sum of the features of the seconds that supported the bout, and their number.
  private var features = SIMD8<Double>.zero
  private var supporting = 0.0
  private var since: Int?
  private var isOpen = false

  /// - Parameters:
  ///   - rate: The sampling rate in Hz, at least ``leastRate``.
  ///   - measured: The rate of measured samples, if the others were interpolated; nil if all were measured.
  public init(rate: Double, measured: Double? = nil) throws(MovementProblem) {
    guard rate.isFinite, rate > 0, rate <= 10_000 else {
      throw .notUsable("\(MovementProblem.short(rate)) samples per second are not supported; use 12.5 to 10000")
    }
    // For walking, the shape of a step, running, and impacts.
    let bands = [(1.0, 2.6), (0.8, min(5, 0.24 * (measured ?? rate))), (1.8, 3.8), (4, min(20, 0.45 * rate))]
    let filters = bands.compactMap { Butterworth.bandPass(order: 2, from: $0.0, to: $0.1, rate: rate)?.sections }
    guard rate >= Self.leastRate, filters.count == bands.count, filters.allSatisfy({ $0.count == 2 }) else {
      throw .rateTooLow(rate: rate, least: Self.leastRate)
    }
    self.rate = rate
    sections = (ParallelBiquad(filters.map { $0[0] }), ParallelBiquad(filters.map { $0[1] }))
    seesImpacts = (measured ?? rate) >= Self.impactRate
    walked = PeakTracker(rate: rate)
    run = PeakTracker(rate: rate)
    impactShare = min(1, 38 / rate)
    gravityShare = min(1, 1.6 / rate)
    movedShare = min(1, 1 / (3 * rate))
    every = max(1, Int(rate / 12.5))
    let slow = rate / Double(every)
    lags = Int((0.8 * slow).rounded(.up))...Int(2.2 * slow)
    hop = max(1, Int(slow))
    let length = Int(Self.window * slow)
    ring = [Double](repeating: 0, count: length)
    squares = ring
    unrolled = ring
    before = [Double](repeating: 0, count: length + 1)
    impacts = ring
    directions = [SIMD3<Double>](repeating: .zero, count: length)
    longestAbsence = Int(Self.longestBridge * rate)
  }

  /// Adds the next sample in g.
  ///
  /// A NaN sample is missing. After more than half a second of missing samples, the steps before the gap are counted
  /// and detection starts again.
  @inline(__always)
  public mutating func add(_ x: Double, _ y: Double, _ z: Double) {
    let square = x * x + y * y + z * z
    // NaN compares false, so it is skipped here too.
    guard square < Self.furthest * Self.furthest else { return skip(1) }
    if !changes { compare(SIMD3(x, y, z)) }
    let length = square.squareRoot()
    squareSum += square
    if absent > 0 { bridge(to: length) }
    let sample = SIMD3(x, y, z)
    let down = gravity.map { $0 + gravityShare * (sample - $0) } ?? sample
    gravity = down
    let off = sample - down
    moved += movedShare * ((off * off).sum() - moved)
    take(length)
  }

  /// Advances over missing samples at once, with the same result as adding NaN for each.
  public mutating func skip(_ samples: Int) {
    guard samples > 0 else { return }
    missing += samples
    absent += samples
    if base == nil || absent > longestAbsence { finish() }
  }

  private mutating func compare(_ sample: SIMD3<Double>) {
    if let first { changes = first != sample } else { first = sample }
  }

  private mutating func bridge(to length: Double) {
    let from = last
    let count = absent
    absent = 0
    bridged += count
    for sample in 1...count { take(from + (length - from) * Double(sample) / Double(count + 1)) }
  }

  @inline(__always)
  private mutating func take(_ length: Double) {
    let value = length - (base ?? length)
    if base == nil {
      base = length
      begin = taken
    }
    last = length
    let all = sections.1.filter(sections.0.filter(SIMD4(repeating: value)))
    let movement = all[0]
    walked.add(movement, at: taken)
    run.add(all[2], at: taken)
    impact += impactShare * (all[3] * all[3] - impact)
    if sampleInEvery == 0 {
      ring[next] = all[1]
      squares[next] = movement * movement
      impacts[next] = impact.squareRoot()
      directions[next] = gravity ?? .zero
      next = next + 1 == ring.count ? 0 : next + 1
      filled = min(filled + 1, ring.count)
      wait += 1
      if filled == ring.count, wait >= hop {
        wait = 0
        judge()
      }
    }
    sampleInEvery = sampleInEvery + 1 == every ? 0 : sampleInEvery + 1
    taken += 1
  }

  /// Ends a stretch without a gap: pending steps are counted if they belong to a bout. More samples may follow, as
  /// after a gap.
  public mutating func finish() {
    if base != nil { endStretch() }
    taken += absent
    absent = 0
  }

  private mutating func endStretch() {
    longest = max(longest, taken - begin)
    whole += taken - begin
    if isOpen { count(through: taken) }
    closeBout()
    walked.reset()
    run.reset()
    sections.0.reset()
    sections.1.reset()
    base = nil
    impact = 0
    gravity = nil
    moved = 0
    filled = 0
    next = 0
    wait = 0
    sampleInEvery = 0
  }

  /// The time since the first sample, in seconds.
  public var seconds: Double { Double(taken + absent) / rate }

  /// Evaluates the last six seconds and updates the bout.
  private mutating func judge() {
    let window = Int(Self.window * rate)
    let seen = look(window)
    isRunning = seen != nil && runs(window)
    let forWalking = seen?.forWalking ?? -StepEvidence.neutral
    evidence = min(max(evidence + forWalking, 0), Self.most)
    if let seen, forWalking > 0 {
      features += StepConfidence.features(seen)
      supporting += 1
    }
    if evidence > 0 {
      since = since ?? taken - window
    }
    if evidence >= Self.opening, !isOpen {
      isOpen = true
      let start = since ?? taken
      walked.skip(to: start)
      run.skip(to: start)
      bouts.append(Bout(start: .infinity, end: 0, steps: 0))
    }
    if isOpen { count(through: taken - window / 2) }
    if evidence == 0 { closeBout() }
    // Before a bout opens, its steps are pending; after that only those in the window matter.
    let oldest = min(isOpen ? taken : since ?? taken, taken - window)
    walked.forget(before: oldest)
    run.forget(before: oldest)
  }

  /// Returns whether the person runs: the movement is strong, and in the running band the strides (from each peak to
  /// the next but one) of the last three seconds are alike and as long as in running. A strong walk has more peaks than
  /// steps there, at uneven intervals.
  private func runs(_ window: Int) -> Bool {
    guard before[ring.count] > Double(ring.count) * Self.running * Self.running else { return false }
    let peaks = run.peaks.drop { $0 <= taken - window / 2 }
    guard peaks.count >= 6 else { return false }
    let strides = zip(peaks, peaks.dropFirst(2)).map { Double($1 - $0) / rate }.sorted()
    let usual = strides[strides.count / 2]
    let alike = strides.count { abs($0 - usual) < 0.15 * usual }
    return usual > 0.55 && usual < 0.96 && 5 * alike >= 4 * strides.count
  }

  /// Returns the evidence of the last six seconds. Nil if there is almost no movement.
  private mutating func look(_ window: Int) -> StepEvidence? {
    let count = ring.count
    let power = squares.reduce(0, +) / Double(count)
    guard power >= Self.floor * Self.floor else { return nil }
    let likeness = likeness()
    let third = count / 3
    let all = max(before[count], 1e-12)
    let quietest = min(before[third], before[2 * third] - before[third], before[count] - before[2 * third])
    let mean = impacts.reduce(0, +) / Double(count)
    let variance = impacts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    let usual = directions.reduce(.zero, +)
    let size = (usual * usual).sum()
    let steadiness = directions.lazy.map { direction in
      let along = (usual * direction).sum()
      return along * abs(along) / max(size * (direction * direction).sum(), 1e-18)
    }
    var steps = 0
    var pause = 0
    var last = taken - window
    for peak in walked.peaks where peak > taken - window {
      steps += 1
      pause = max(pause, peak - last)
      last = peak
    }
    return StepEvidence(
      likeness: likeness, movement: (all / Double(count)).squareRoot(), whole: moved.squareRoot(),
      impactVariation: variance.squareRoot() / max(mean, 1e-9), tallestImpact: (impacts.max() ?? 0) / max(mean, 1e-9),
      impactShare: mean / power.squareRoot(), steadiness: steadiness.min() ?? 1, steps: steps,
      longestPause: Double(max(pause, taken - last)) / rate, quietest: 3 * quietest / all, seesImpacts: seesImpacts)
  }

  /// Returns the self-similarity of the last six seconds: the highest local peak of the autocorrelation from 0.8 to 2.2
  /// s.
  private mutating func likeness() -> Double {
    let count = ring.count
    for index in 0..<count {
      let from = next + index
      unrolled[index] = ring[from < count ? from : from - count]
    }
    for index in 0..<count { before[index + 1] = before[index] + unrolled[index] * unrolled[index] }
    var best = 0.0
    var previous = -Double.infinity
    var last = -Double.infinity
    for lag in lags {
      let product = product(of: lag)
      let energy = before[count - lag] * (before[count] - before[lag])
      let value = energy > 0 ? product / energy.squareRoot() : 0
      if last >= previous, last > value, previous > -.infinity { best = max(best, last) }
      previous = last
      last = value
    }
    return best
  }

  /// Returns the autocorrelation sum at `lag`.
  private func product(of lag: Int) -> Double {
    unrolled.withUnsafeBufferPointer { $0.product(from: 0, with: $0, from: lag, count: $0.count - lag) }
  }

  /// Counts the pending peaks up to a sample.
  private mutating func count(through sample: Int) {
    guard let bout = bouts.indices.last else { return }
    let slow = walked.take(through: sample)
    let fast = run.take(through: sample)
    let found = isRunning ? fast : slow
    guard let first = found.first, let last = found.last else { return }
    bouts[bout].start = min(bouts[bout].start, Double(first) / rate)
    bouts[bout].end = Double(last) / rate
    steps += found.count
    bouts[bout].steps += found.count
    bouts[bout].features = features / max(supporting, 1)
  }

  private mutating func closeBout() {
    if bouts.last?.steps == 0 { bouts.removeLast() }
    isOpen = false
    since = nil
    evidence = 0
    features = .zero
    supporting = 0
  }
}
