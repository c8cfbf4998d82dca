/// The step count of a whole recording.
public struct StepCount: Sendable, Equatable {
  /// The number of steps.
  public var steps: Int
  /// The length of the recording in seconds, including gaps.
  public var seconds: Double
  /// The bouts of walking.
  public var bouts: [StepCounter.Bout]
  /// The number of NaN or missing samples.
  public var missing: Int

  /// The probability, 0 to 1, that a counted step is real: the mean of the bouts' ``StepCounter/Bout/confidence``,
  /// weighted by steps. Nil without steps.
  public var confidence: Double? {
    steps > 0
      ? bouts.reduce(0) { $0 + $1.confidence * Double($1.steps) } / Double(bouts.reduce(0) { $0 + $1.steps }) : nil
  }

  /// The maximum plausible RMS acceleration in g of a recording; larger values are in another unit.
  static let most = 8.0

  /// Finishes a counter and returns its result.
  ///
  /// - Throws: ``MovementProblem`` if steps cannot be counted.
  public init(_ counter: StepCounter) throws(MovementProblem) {
    var counter = counter
    counter.finish()
    let rate = counter.rate
    guard Double(counter.longest) >= StepCounter.window * rate else {
      throw .tooShort(seconds: Double(counter.longest) / rate, least: StepCounter.window)
    }
    guard counter.changes else { throw .constant }
    let there = counter.whole - counter.bridged
    // Bridged samples are not measurements: the remaining rate must be sufficient, with some tolerance.
    let left = rate * Double(there) / Double(counter.whole)
    guard left >= StepCounter.leastRate * 0.8 else { throw .tooManyMissing(rate: left, least: StepCounter.leastRate) }
    let usual = (counter.squareSum / Double(there)).squareRoot()
    guard usual < Self.most else {
      throw .notUsable(
        "a constant acceleration of \((usual * 10).rounded() / 10) g is not plausible; check its unit")
    }
    steps = counter.steps
    seconds = counter.seconds
    bouts = counter.bouts
    missing = counter.missing
  }
}
