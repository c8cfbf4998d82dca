/// Summarizes the amount of movement in epochs of a few seconds.
///
/// Adding samples yields an epoch whenever one is complete. Memory holds one epoch, and adding a sample allocates
/// nothing.
///
/// ```swift
/// var epochs = try MovementEpochs(rate: 25)
/// if let epoch = epochs.add(x, y, z) { … }       // in g
/// ```
public struct MovementEpochs: Sendable {
  /// The movement of one epoch.
  public struct Epoch: Sendable, Equatable {
    /// MAD: the mean absolute deviation of the vector's length from its mean, in milli-g; not affected by a constant
    /// error.
    public var mad: Double
  }

  /// The number of samples per epoch.
  public let samples: Int
  /// The lengths of the epoch's vectors.
  private var lengths: [Double] = []
  private var seen = 0

  /// - Parameters:
  ///   - rate: The sampling rate in Hz.
  ///   - seconds: The length of an epoch.
  /// - Throws: ``MovementProblem`` if there are fewer than two samples per epoch.
  public init(rate: Double, seconds: Double = 5) throws(MovementProblem) {
    let samples = (rate * seconds).rounded()
    guard rate > 0, seconds > 0, samples >= 2, samples <= 10_000_000 else {
      throw .notUsable("\(rate) samples per second in epochs of \(seconds) seconds are not supported")
    }
    self.samples = Int(samples)
    lengths.reserveCapacity(self.samples)
  }

  /// Adds the next sample in g. A NaN sample counts as missing.
  ///
  /// - Returns: The epoch that it completes; nil if half or more of the epoch's samples are missing.
  public mutating func add(_ x: Double, _ y: Double, _ z: Double) -> Epoch? {
    if x.isFinite, y.isFinite, z.isFinite { lengths.append((x * x + y * y + z * z).squareRoot()) }
    seen += 1
    guard seen == samples else { return nil }
    defer {
      lengths.removeAll(keepingCapacity: true)
      seen = 0
    }
    return summary()
  }

  private func summary() -> Epoch? {
    guard 2 * lengths.count > samples else { return nil }
    let count = Double(lengths.count)
    let sum = lengths.reduce(0, +)
    let mean = sum / count
    return sum.isFinite ? Epoch(mad: 1000 * lengths.reduce(0) { $0 + abs($1 - mean) } / count) : nil
  }
}
