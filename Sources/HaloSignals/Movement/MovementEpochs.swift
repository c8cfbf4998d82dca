import Foundation

/// Summarizes acceleration at a wrist or finger in epochs of a few seconds: amount of movement and posture.
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
    /// The epoch's index: it begins at `index` times the epoch's length.
    public var index: Int
    /// ENMO: the mean of the acceleration above one gravity (0 if below), in milli-g. Includes the sensor's calibration
    /// error.
    public var enmo: Double
    /// MAD: the mean absolute deviation of the vector's length from its mean, in milli-g; not affected by a constant
    /// error.
    public var mad: Double
    /// The angle of the z-axis to the horizontal in degrees, −90 to 90, from the median of each axis; nil in free fall.
    public var angleZ: Double?
    /// The share of samples that were present, above one half.
    public var coverage: Double

    /// The intensity, by ``enmo``.
    public var activity: ActivityClass? { ActivityClass(enmo: enmo) }
  }

  /// The number of samples per epoch.
  public let samples: Int
  private var x: [Double] = []
  private var y: [Double] = []
  private var z: [Double] = []
  private var seen = 0
  private var index = 0

  /// - Parameters:
  ///   - rate: The sampling rate in Hz.
  ///   - seconds: The length of an epoch; angles are defined for 5 s.
  /// - Throws: ``MovementProblem`` if there are fewer than two samples per epoch.
  public init(rate: Double, seconds: Double = 5) throws(MovementProblem) {
    let samples = (rate * seconds).rounded()
    guard rate > 0, seconds > 0, samples >= 2, samples <= 10_000_000 else {
      throw .notUsable("\(rate) samples per second in epochs of \(seconds) seconds are not supported")
    }
    self.samples = Int(samples)
    x.reserveCapacity(self.samples)
    y.reserveCapacity(self.samples)
    z.reserveCapacity(self.samples)
  }

  /// Adds the next sample in g. A NaN sample counts as missing.
  ///
  /// - Returns: The epoch that it completes; nil if half or more of the epoch's samples are missing.
  public mutating func add(_ x: Double, _ y: Double, _ z: Double) -> Epoch? {
    if x.isFinite, y.isFinite, z.isFinite {
      self.x.append(x)
      self.y.append(y)
      self.z.append(z)
    }
    seen += 1
    guard seen == samples else { return nil }
    defer {
      self.x.removeAll(keepingCapacity: true)
      self.y.removeAll(keepingCapacity: true)
      self.z.removeAll(keepingCapacity: true)
      seen = 0
      index += 1
    }
    return summary()
  }

  /// Returns the epochs of a whole recording, nil if half or more of one is missing. An incomplete epoch at the end is
  /// dropped.
  public mutating func epochs(x: [Double], y: [Double], z: [Double]) -> [Epoch?] {
    var epochs: [Epoch?] = []
    for sample in 0..<min(x.count, y.count, z.count) {
      let before = index
      let epoch = add(x[sample], y[sample], z[sample])
      if index != before { epochs.append(epoch) }
    }
    return epochs
  }

  private mutating func summary() -> Epoch? {
    guard 2 * x.count > samples else { return nil }
    let count = Double(x.count)
    var sum = 0.0
    var above = 0.0
    for sample in x.indices {
      let length = length(sample)
      sum += length
      above += max(length - 1, 0)
    }
    let mean = sum / count
    var distance = 0.0
    for sample in x.indices { distance += abs(length(sample) - mean) }
    // Vector lengths are computed from the axes, so sort these last.
    let coverage = count / Double(samples)
    let (a, b, c) = (Self.median(&x), Self.median(&y), Self.median(&z))
    let across = (a * a + b * b).squareRoot()
    let angle = across == 0 && c == 0 ? nil : atan2(c, across) * 180 / .pi
    guard sum.isFinite else { return nil }
    return Epoch(
      index: index, enmo: 1000 * above / count, mad: 1000 * distance / count, angleZ: angle, coverage: coverage)
  }

  private func length(_ sample: Int) -> Double {
    (x[sample] * x[sample] + y[sample] * y[sample] + z[sample] * z[sample]).squareRoot()
  }

  private static func median(_ values: inout [Double]) -> Double {
    values.sort()
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}
