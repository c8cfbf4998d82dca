/// The steps of a whole recording.
public struct StepCount: Sendable, Equatable {
  public var steps: Int
  /// How long the recording is, gaps included.
  public var seconds: Double
  /// When somebody walked.
  public var bouts: [StepCounter.Bout]
  /// Samples that were no numbers.
  public var missing: Int

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
    let count = min(x.count, y.count, z.count)
    var missing = 0
    var inARow = 0
    var last: (Double, Double, Double)?
    var longest = 0
    var changes = false
    var sum = 0.0
    for sample in 0..<count {
      let (x, y, z) = (x[sample] * factor, y[sample] * factor, z[sample] * factor)
      let square = x * x + y * y + z * z
      // What is not a number is not below anything either.
      let isNumber = square < StepCounter.furthest * StepCounter.furthest
      missing += isNumber ? 0 : 1
      inARow = isNumber ? inARow + 1 : 0
      longest = max(longest, inARow)
      if isNumber {
        sum += square
        if let last, !changes { changes = last != (x, y, z) }
        last = (x, y, z)
      }
      counter.add(x, y, z)
    }
    guard Double(longest) >= StepCounter.window * rate else {
      throw .tooShort(seconds: Double(longest) / rate, least: StepCounter.window)
    }
    guard changes else { throw .constant }
    let usual = (sum / Double(count - missing)).squareRoot()
    guard usual < Self.most else {
      throw .notUsable(
        "an acceleration of \((usual * 10).rounded() / 10) g all the time is nobody's; is its unit right?")
    }
    counter.finish()
    steps = counter.steps
    seconds = counter.seconds
    bouts = counter.bouts
    self.missing = missing
  }
}
