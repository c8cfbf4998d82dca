import Foundation

/// Published methods that distinguish sleep from wake by activity counts alone, with their exact coefficients.
///
/// All but Oakley's are defined for minutes: shorter epochs are summed to minutes, and each epoch gets its minute's
/// result. Before and after the recording, counts are 0 (as in ActiGraph's software). If an epoch that a method uses is
/// missing, there is no result.
public enum SleepWakeMethod: String, Sendable, CaseIterable {
  /// Cole, Kripke, Gruen, Mullaney, Gillin 1992 (doi 10.1093/sleep/15.5.461): D = 0.001 × (106, 54, 58, 76, 230, 74,
  /// 67), from four minutes before to two after; asleep below 1.
  case coleKripke = "cole-kripke"
  /// Sadeh, Sharkey, Carskadon 1994 (doi 10.1093/sleep/17.3.201): 7.601 − 0.065 × mean of eleven minutes − 1.08 ×
  /// number of those with 50 to below 100 counts − 0.056 × standard deviation of this and the five before − 0.703 ×
  /// ln(count + 1); asleep from 0.
  case sadeh
  /// Oakley 1997 (Actiwatch): a weighted sum of the two minutes before and after, at epochs of 15, 30, 60 or 120 s;
  /// awake above 40.
  case oakley
  /// Scripps Clinic: Kripke et al. 2010 (doi 10.1111/j.1365-2869.2010.00835.x): 0.204 × the weighted counts of ten
  /// minutes before to two after; asleep below 1.
  case scripps

  /// The options of a method.
  public struct Options: Sendable, Equatable {
    /// True for ActiGraph counts: Cole-Kripke's are divided by 100, and both Cole-Kripke's and Sadeh's are cut off at
    /// 300, as in ActiGraph's software. Otherwise counts are used unchanged.
    public var actigraph = false
    /// True to apply Webster's rules to the result: a few minutes of sleep amid much wake become wake.
    public var webster = false
    /// The threshold of Oakley's method: 20, 40 (the usual one) or 80.
    public var oakleyThreshold = 40.0

    /// Creates options.
    public init(actigraph: Bool = false, webster: Bool = false, oakleyThreshold: Double = 40) {
      self.actigraph = actigraph
      self.webster = webster
      self.oakleyThreshold = oakleyThreshold
    }
  }

  /// Scores each epoch as sleep or wake.
  ///
  /// - Parameters:
  ///   - counts: Activity per epoch; NaN if missing.
  ///   - epoch: The epoch length in seconds.
  /// - Returns: nil for epochs without a result.
  /// - Throws: ``SleepProblem`` if the method is not defined for this epoch length.
  public func score(_ counts: [Double], epoch: Double, options: Options = Options()) throws(SleepProblem)
    -> [SleepWake?]
  {
    guard epoch > 0, epoch.isFinite else { throw .epochNotUsable(epoch) }
    let counts = counts.map { $0.isFinite && $0 >= 0 ? $0 : .nan }
    let perMinute: Int
    if self == .oakley {
      guard Self.oakleyWeights[epoch] != nil else { throw .epochNotDefined(epoch, "15, 30, 60 or 120 s") }
      perMinute = 1
    } else {
      let count = 60 / epoch
      guard count >= 1, count.rounded() == count else { throw .epochNotDefined(epoch, "60 s or an integer part of it") }
      perMinute = Int(count)
    }
    let minutes = Self.sums(counts, of: perMinute)
    var scored = indices(minutes, epoch: epoch, options: options).map { score($0, options: options) }
    if options.webster {
      WebsterRules.apply(to: &scored, epoch: self == .oakley ? epoch : 60)
    }
    return counts.indices.map { counts[$0].isNaN ? nil : scored[$0 / perMinute] }
  }

  /// Returns the values that the method compares with its threshold, one per minute (Oakley: per epoch); NaN if
  /// missing.
  func indices(_ minutes: [Double], epoch: Double = 60, options: Options = Options()) -> [Double] {
    var counts = minutes
    if options.actigraph, self == .coleKripke || self == .sadeh {
      let scale = self == .coleKripke ? 100.0 : 1
      counts = minutes.map { $0.isNaN ? .nan : min($0 / scale, 300) }
    }
    switch self {
    case .coleKripke: return Self.weighted(counts, [106, 54, 58, 76, 230, 74, 67], before: 4).map { 0.001 * $0 }
    case .scripps: return Self.weighted(counts, Self.scrippsWeights, before: 10).map { 0.204 * $0 }
    case .oakley:
      let weights = Self.oakleyWeights[epoch] ?? []
      return Self.weighted(counts, weights, before: weights.count / 2)
    case .sadeh: return Self.sadeh(counts)
    }
  }

  /// Returns the weighted sum of the counts around each epoch; counts beyond both ends are 0.
  private static func weighted(_ counts: [Double], _ weights: [Double], before: Int) -> [Double] {
    let around = [Double](repeating: 0, count: before) + counts + [Double](repeating: 0, count: weights.count)
    var sums = [Double](repeating: 0, count: counts.count)
    // Loop over weights on the outside, so that the inner loop vectorizes.
    for (offset, weight) in weights.enumerated() {
      for index in sums.indices { sums[index] += weight * around[index + offset] }
    }
    return sums
  }

  private static func sadeh(_ counts: [Double]) -> [Double] {
    let edge = [Double](repeating: 0, count: 5)
    let padded = edge + counts + edge
    return counts.indices.map { index in
      let around = padded[index...index + 10]
      let last = around.prefix(6)
      let mean = last.reduce(0, +) / 6
      let deviation = (last.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 5).squareRoot()
      let middling = Double(around.count { $0 >= 50 && $0 < 100 })
      return 7.601 - 0.065 * (around.reduce(0, +) / 11) - 1.08 * middling - 0.056 * deviation
        - 0.703 * log(counts[index] + 1)
    }
  }

  private func score(_ value: Double, options: Options) -> SleepWake? {
    if value.isNaN { return nil }
    switch self {
    case .coleKripke, .scripps: return value < 1 ? .sleep : .wake
    case .sadeh: return value >= 0 ? .sleep : .wake
    case .oakley: return value > options.oakleyThreshold ? .wake : .sleep
    }
  }

  private static let scrippsWeights = [
    0.0064, 0.0074, 0.0112, 0.0112, 0.0118, 0.0118, 0.0128, 0.0188, 0.0280, 0.0664, 0.0300, 0.0112, 0.0100,
  ]

  private static let oakleyWeights: [Double: [Double]] = [
    15: Array(repeating: 0.04, count: 4) + Array(repeating: 0.2, count: 4) + [4] + Array(repeating: 0.2, count: 4)
      + Array(repeating: 0.04, count: 4),
    30: [0.04, 0.04, 0.2, 0.2, 2, 0.2, 0.2, 0.04, 0.04],
    60: [0.04, 0.2, 1, 0.2, 0.04],
    120: [0.12, 0.5, 0.12],
  ]

  /// Sums epochs to minutes; the last minute may be incomplete. A minute with a missing epoch is missing.
  private static func sums(_ counts: [Double], of perMinute: Int) -> [Double] {
    guard perMinute > 1 else { return counts }
    return stride(from: 0, to: counts.count, by: perMinute).map { start in
      counts[start..<min(start + perMinute, counts.count)].reduce(0, +)
    }
  }
}
