import Foundation

/// What an accelerometer on a wrist or finger says every few seconds: how much it moved, and how it was held.
///
/// Samples go in as they come, an epoch comes out whenever one is full. Memory is that of one epoch, and nothing is allocated a sample.
///
/// ```swift
/// var epochs = try MovementEpochs(rate: 25)
/// if let epoch = epochs.add(x, y, z) { … }       // in g
/// ```
public struct MovementEpochs: Sendable {
  /// The movement of one epoch.
  public struct Epoch: Sendable, Equatable {
    /// The epoch's place: it begins at `index` times the epoch's length.
    public var index: Int
    /// Mean of what the acceleration is above one gravity (and 0 where below), in milli-g. The sensor's calibration error is in it.
    public var enmo: Double
    /// Mean distance of the acceleration's length from its own mean, in milli-g; free of a constant error.
    public var mad: Double
    /// The angle of the z-axis to the horizontal in degrees, −90 to 90, from the median of each axis; nil in free fall.
    public var angleZ: Double?
    /// The share of samples that were there, above a half.
    public var coverage: Double

    /// How hard it was, by ``enmo``.
    public var activity: ActivityClass? { ActivityClass(enmo: enmo) }
  }

  /// Samples an epoch.
  public let samples: Int
  private var x: [Double] = []
  private var y: [Double] = []
  private var z: [Double] = []
  private var seen = 0
  private var index = 0

  /// - Parameters:
  ///   - rate: samples a second.
  ///   - seconds: the length of an epoch; angles are defined on 5 s.
  /// - Throws: ``MovementProblem`` where the numbers give less than two samples an epoch.
  public init(rate: Double, seconds: Double = 5) throws(MovementProblem) {
    let samples = (rate * seconds).rounded()
    guard rate > 0, seconds > 0, samples >= 2, samples <= 10_000_000 else {
      throw .notUsable("\(rate) samples a second in epochs of \(seconds) seconds cannot be used")
    }
    self.samples = Int(samples)
    x.reserveCapacity(self.samples)
    y.reserveCapacity(self.samples)
    z.reserveCapacity(self.samples)
  }

  /// Takes the next sample in g. One that is not a number counts as missing.
  ///
  /// - Returns: the epoch that it completes; nil as well where half or more of the epoch's samples are missing.
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

  /// The epochs of a whole recording, nil where half or more of one is missing. What is left of an unfinished epoch is dropped.
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
    // Lengths are told from the axes, so these are sorted last.
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
