/// The steps of a whole recording.
public struct StepCount: Sendable, Equatable {
  public var steps: Int
  /// How long the recording is, gaps included.
  public var seconds: Double
  /// When somebody walked.
  public var bouts: [StepCounter.Bout]
  /// Samples that were no numbers.
  public var missing: Int

  /// The probability, 0 to 1, that a counted step is one: the mean of the bouts' ``StepCounter/Bout/confidence``, by their steps. Nil without steps.
  public var confidence: Double? {
    steps > 0
      ? bouts.reduce(0) { $0 + $1.confidence * Double($1.steps) } / Double(bouts.reduce(0) { $0 + $1.steps }) : nil
  }

  /// An effective acceleration in g that nobody bears who walks: numbers in another unit.
  static let most = 8.0

  /// Counts by ``StepCounter``, the same numbers as in a stream.
  ///
  /// - Parameters:
  ///   - x, y, z: acceleration; the longer ones' rest is ignored.
  ///   - rate: samples a second.
  ///   - unit: of the numbers.
  /// - Throws: ``MovementProblem``: why there is no number of steps.
  public init(x: [Double], y: [Double], z: [Double], rate: Double, unit: AccelerationUnit = .gravities)
    throws(MovementProblem)
  {
    var counter = try StepCounter(rate: rate)
    let factor = unit.gravities
    for sample in 0..<min(x.count, y.count, z.count) {
      counter.add(x[sample] * factor, y[sample] * factor, z[sample] * factor)
    }
    try self.init(counter)
  }

  /// What a counter has counted in the end; it is finished here.
  ///
  /// - Throws: ``MovementProblem``: why there is no number of steps.
  public init(_ counter: StepCounter) throws(MovementProblem) {
    var counter = counter
    counter.finish()
    let rate = counter.rate
    guard Double(counter.longest) >= StepCounter.window * rate else {
      throw .tooShort(seconds: Double(counter.longest) / rate, least: StepCounter.window)
    }
    guard counter.changes else { throw .constant }
    let there = counter.whole - counter.bridged
    // A bridge is no measurement: what is left of the rate has to be enough, but for a few.
    let left = rate * Double(there) / Double(counter.whole)
    guard left >= StepCounter.leastRate * 0.8 else { throw .tooManyMissing(rate: left, least: StepCounter.leastRate) }
    let usual = (counter.squareSum / Double(there)).squareRoot()
    guard usual < Self.most else {
      throw .notUsable(
        "an acceleration of \((usual * 10).rounded() / 10) g all the time is nobody's; is its unit right?")
    }
    steps = counter.steps
    seconds = counter.seconds
    bouts = counter.bouts
    missing = counter.missing
  }
}
