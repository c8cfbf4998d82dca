package import HaloSignals

extension StepCount {
  /// Counts steps with ``StepCounter``; the result equals that of a stream.
  ///
  /// - Parameters:
  ///   - x, y, z: Acceleration; excess samples of longer arrays are ignored.
  ///   - rate: The sampling rate in Hz.
  ///   - unit: The unit of the values.
  /// - Throws: ``MovementProblem`` if steps cannot be counted.
  package init(x: [Double], y: [Double], z: [Double], rate: Double, unit: AccelerationUnit = .gravities)
    throws(MovementProblem)
  {
    var counter = try StepCounter(rate: rate)
    let factor = unit.gravities
    for sample in 0..<min(x.count, y.count, z.count) {
      counter.add(x[sample] * factor, y[sample] * factor, z[sample] * factor)
    }
    try self.init(counter)
  }
}
