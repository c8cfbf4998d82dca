/// The steps of a whole recording.
public struct StepCount: Sendable, Equatable {
  public var steps: Int
  /// How long the recording is, gaps included.
  public var seconds: Double
  /// When somebody walked.
  public var bouts: [StepCounter.Bout]
  /// Samples that were no numbers.
  public var missing: Int

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
    var longest = 0
    var changes = false
    for sample in 0..<count {
      let isNumber = x[sample].isFinite && y[sample].isFinite && z[sample].isFinite
      missing += isNumber ? 0 : 1
      inARow = isNumber ? inARow + 1 : 0
      longest = max(longest, inARow)
      if sample > 0, isNumber, !changes {
        changes = x[sample] != x[sample - 1] || y[sample] != y[sample - 1] || z[sample] != z[sample - 1]
      }
      counter.add(x[sample] * factor, y[sample] * factor, z[sample] * factor)
    }
    guard Double(longest) >= StepCounter.window * rate else {
      throw .tooShort(seconds: Double(longest) / rate, least: StepCounter.window)
    }
    guard changes else { throw .constant }
    counter.finish()
    steps = counter.steps
    seconds = counter.seconds
    bouts = counter.bouts
    self.missing = missing
  }
}
