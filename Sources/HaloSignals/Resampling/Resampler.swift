/// Unevenly timed samples made even, as they come: what rings need, whose samples arrive 200 to 300 ms apart.
///
/// Even samples lie on one grid, counted from the first good sample. Between neighbours no further apart than `longestGap` a cubic
/// runs through the samples (in each with the slope between its neighbours); across a longer gap nothing is invented: the
/// indices jump. Samples that cannot be used are left out and counted by reason. The last interval waits for the next sample, or for
/// ``finish(_:)``. Fixed memory, nothing allocated a sample.
public struct Resampler: Sendable {
  /// Even samples a second.
  public let rate: Double
  /// The longest distance in seconds between two samples that is still filled in.
  public let longestGap: Double
  /// The time of even sample 0: that of the first good sample.
  public private(set) var origin: Double?
  /// Samples left out so far.
  public private(set) var faults: [SampleFault: Int] = [:]

  private var before: (time: Double, value: Double)?
  private var from: (time: Double, value: Double)?
  private var to: (time: Double, value: Double)?
  private var next = 0

  /// - Returns: nil if the rate is not above zero and at most 100,000, or the gap not a finite number above zero.
  public init?(rate: Double, longestGap: Double) {
    guard rate > 0, rate <= 100_000, longestGap > 0, longestGap.isFinite else { return nil }
    self.rate = rate
    self.longestGap = longestGap
  }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - time: in seconds.
  ///   - emit: gets the index and value of each even sample that is known now; its time is `origin + index / rate`.
  /// - Returns: why the sample was left out, or nil if it was taken.
  @discardableResult
  @inline(__always)
  public mutating func add(time: Double, value: Double, emit: (_ index: Int, _ value: Double) -> Void) -> SampleFault? {
    if let fault = fault(time: time, value: value) {
      faults[fault, default: 0] += 1
      return fault
    }
    guard let last = to else {
      origin = origin ?? time
      to = (time, value)
      return nil
    }
    if time - last.time > longestGap {
      close(emit)
      (before, from, to) = (nil, nil, (time, value))
      skip(to: time)
      return nil
    }
    fill(beyond: (time, value), emit)
    (before, from, to) = (from, last, (time, value))
    return nil
  }

  /// Gives what is left between the last two samples, and the last sample itself if it lies on the grid. Samples may go on
  /// afterwards.
  @inline(__always)
  public mutating func finish(_ emit: (_ index: Int, _ value: Double) -> Void) {
    close(emit)
    from = nil
    before = nil
  }

  private func fault(time: Double, value: Double) -> SampleFault? {
    guard time.isFinite, value.isFinite else { return .notANumber }
    if let to {
      if time == to.time { return .duplicateTime }
      if time < to.time { return .backwardsTime }
    }
    if let origin, (time - origin) * rate > 0x1p52 || !(time - origin).isFinite { return .farTime }
    return nil
  }

  /// The even samples from `from` up to (not including) `to`, now that what follows is known.
  @inline(__always)
  private mutating func fill(beyond: (time: Double, value: Double)?, _ emit: (Int, Double) -> Void) {
    guard let origin, let from, let to else { return }
    let first = origin + Double(next) / rate
    if first == from.time, first < to.time {
      // The sample itself: of samples that are even already, all of them.
      emit(next, from.value)
      next += 1
    }
    guard origin + Double(next) / rate < to.time else { return }
    let width = to.time - from.time
    let slope = (to.value - from.value) / width
    let start = before.map { Self.slope(from: $0, to: to) } ?? slope
    let end = beyond.map { Self.slope(from: from, to: $0) } ?? slope
    while true {
      let time = origin + Double(next) / rate
      guard time < to.time else { return }
      let u = (time - from.time) / width
      // Hermite's cubic.
      let v = 1 - u
      let value =
        from.value * v * v * (1 + 2 * u) + to.value * u * u * (3 - 2 * u) + width * u * v * (start * v - end * u)
      emit(next, value)
      next += 1
    }
  }

  /// The slope in a point is that between its neighbours. A parabola through all three would follow a wave more closely, and turn the
  /// noise of two samples that nearly coincide (cameras have such) into steep slopes.
  @inline(__always)
  private static func slope(from: (time: Double, value: Double), to: (time: Double, value: Double)) -> Double {
    (to.value - from.value) / (to.time - from.time)
  }

  /// The rest of an unbroken stretch.
  @inline(__always)
  private mutating func close(_ emit: (Int, Double) -> Void) {
    fill(beyond: nil, emit)
    guard let origin, let to else { return }
    // The last sample itself, if it lies on the grid. Rounding of the times must not lose it.
    let place = (to.time - origin) * rate
    if abs(place - Double(next)) < 1e-6 {
      emit(next, to.value)
      next += 1
    }
  }

  /// Puts the next even sample at or after `time`.
  private mutating func skip(to time: Double) {
    guard let origin else { return }
    let place = ((time - origin) * rate).rounded(.up)
    next = max(next, Int(place))
  }
}
