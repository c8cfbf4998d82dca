/// Resamples a stream of unevenly timed samples to an even grid, as needed for rings, whose samples arrive 200 to 300
/// ms apart.
///
/// The grid starts at the first valid sample. Between neighbors at most `longestGap` apart, a cubic interpolates the
/// samples (its slope at each sample is that between its neighbors); longer gaps are not filled: the indices jump.
/// Invalid samples are dropped. The last interval waits for the next sample or for
/// ``finish(_:)``. Memory is fixed, and adding a sample allocates nothing.
public struct Resampler: Sendable {
  /// The rate of the even samples in Hz.
  public let rate: Double
  /// The longest gap between two samples that is interpolated, in seconds.
  public let longestGap: Double
  /// The time of even sample 0, which is the time of the first valid sample.
  public private(set) var origin: Double?

  private var before: (time: Double, value: Double)?
  private var from: (time: Double, value: Double)?
  private var to: (time: Double, value: Double)?
  private var next = 0

  /// - Returns: nil if the rate is not positive or above 100,000 Hz, or if the gap is not positive and finite.
  public init?(rate: Double, longestGap: Double) {
    guard rate > 0, rate <= 100_000, longestGap > 0, longestGap.isFinite else { return nil }
    self.rate = rate
    self.longestGap = longestGap
  }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - time: In seconds.
  ///   - emit: Receives the index and value of each even sample that is now known; its time is `origin + index /
  ///     rate`.
  /// - Returns: False if the sample was dropped: it is not a number, or its time does not advance or is too far away.
  @discardableResult
  @inline(__always)
  public mutating func add(time: Double, value: Double, emit: (_ index: Int, _ value: Double) -> Void) -> Bool {
    guard isValid(time: time, value: value) else { return false }
    guard let last = to else {
      origin = origin ?? time
      to = (time, value)
      return true
    }
    if time - last.time > longestGap {
      close(emit)
      before = nil
      from = nil
      to = (time, value)
      skip(to: time)
      return true
    }
    fill(beyond: (time, value), emit)
    before = from
    from = last
    to = (time, value)
    return true
  }

  /// Emits the rest between the last two samples, and the last sample itself if it lies on the grid. More samples may
  /// follow.
  @inline(__always)
  public mutating func finish(_ emit: (_ index: Int, _ value: Double) -> Void) {
    close(emit)
    from = nil
    before = nil
  }

  private func isValid(time: Double, value: Double) -> Bool {
    guard time.isFinite, value.isFinite, to.map({ time > $0.time }) ?? true else { return false }
    return origin.map { (time - $0) * rate <= 0x1p52 && (time - $0).isFinite } ?? true
  }

  /// Emits the even samples from `from` up to (excluding) `to`.
  @inline(__always)
  private mutating func fill(beyond: (time: Double, value: Double)?, _ emit: (Int, Double) -> Void) {
    guard let origin, let from, let to else { return }
    let first = origin + Double(next) / rate
    if first == from.time, first < to.time {
      // The sample itself; for evenly timed input this covers all samples.
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
      // Cubic Hermite interpolation.
      let v = 1 - u
      let value =
        from.value * v * v * (1 + 2 * u) + to.value * u * u * (3 - 2 * u) + width * u * v * (start * v - end * u)
      emit(next, value)
      next += 1
    }
  }

  /// Returns the slope at a point, which is that between its neighbors. A parabola through all three would follow a
  /// wave more closely, but turn the noise of two nearly coincident samples (as from cameras) into steep slopes.
  @inline(__always)
  private static func slope(from: (time: Double, value: Double), to: (time: Double, value: Double)) -> Double {
    (to.value - from.value) / (to.time - from.time)
  }

  /// Emits the rest of an unbroken stretch.
  @inline(__always)
  private mutating func close(_ emit: (Int, Double) -> Void) {
    fill(beyond: nil, emit)
    guard let origin, let to else { return }
    // The last sample itself, if it lies on the grid. Rounding of the times must not lose it.
    let position = (to.time - origin) * rate
    if abs(position - Double(next)) < 1e-6 {
      emit(next, to.value)
      next += 1
    }
  }

  /// Moves the next even sample to the first one at or after `time`.
  private mutating func skip(to time: Double) {
    guard let origin else { return }
    let position = ((time - origin) * rate).rounded(.up)
    next = max(next, Int(position))
  }
}
