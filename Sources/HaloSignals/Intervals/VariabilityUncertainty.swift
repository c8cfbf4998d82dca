import Foundation

/// The 95 % confidence intervals of the values of a ``HeartRateVariability``, relative to a long recording of the same
/// state.
///
/// Time-domain values use a block bootstrap with a fixed seed, so a recording always gives the same intervals. Powers
/// use their degrees of freedom. `docs/signals.md` has the definitions.
public struct VariabilityUncertainty: Sendable, Equatable {
  /// RMSSD, ms.
  public var rmssd: ClosedRange<Double>
  /// SDNN, ms.
  public var sdnn: ClosedRange<Double>
  /// pNN50, percent.
  public var pnn50: ClosedRange<Double>
  /// SD1, ms.
  public var sd1: ClosedRange<Double>
  /// SD2, ms.
  public var sd2: ClosedRange<Double>
  /// LF power, ms².
  public var lf: ClosedRange<Double>?
  /// HF power, ms².
  public var hf: ClosedRange<Double>?
  /// LF/HF.
  public var lfhf: ClosedRange<Double>?
  /// The mean interval, ms.
  public var mean: ClosedRange<Double>

  /// The number of bootstrap samples.
  static let draws = 600
}

extension VariabilityUncertainty {
  /// An interval, with its difference from the previous one and their sum, if that one is used and adjacent.
  struct Place {
    var value: Double
    var change: (difference: Double, sum: Double)?
  }

  /// Sums over intervals from which all values are computed.
  private struct Sums {
    var count = 0.0, value = 0.0, square = 0.0
    var changes = 0.0, above = 0.0, difference = 0.0, differenceSquare = 0.0, sum = 0.0, sumSquare = 0.0

    mutating func add(_ other: Sums, _ sign: Double) {
      count += sign * other.count
      value += sign * other.value
      square += sign * other.square
      changes += sign * other.changes
      above += sign * other.above
      difference += sign * other.difference
      differenceSquare += sign * other.differenceSquare
      sum += sign * other.sum
      sumSquare += sign * other.sumSquare
    }

    static func deviation(_ count: Double, _ sum: Double, _ square: Double) -> Double {
      count > 1 ? (max(square - sum * sum / count, 0) / (count - 1)).squareRoot() : 0
    }
  }

  /// - Parameters:
  ///   - places: The used intervals, in order.
  ///   - mean: Their mean.
  init(_ places: [Place], mean: Double) {
    // The block length is the square root of the number of intervals: neighbors are correlated.
    let length = max(5, min(300, Int(Double(places.count).squareRoot())))
    // Prefix sums over the series, which continues at its start.
    var running = [Sums()]
    for index in 0..<places.count + length {
      let place = places[index % places.count]
      var sums = Sums(count: 1, value: place.value - mean, square: (place.value - mean) * (place.value - mean))
      if let (difference, sum) = place.change {
        sums.changes = 1
        sums.above = abs(difference) > 50 ? 1 : 0
        sums.difference = difference
        sums.differenceSquare = difference * difference
        sums.sum = sum - 2 * mean
        sums.sumSquare = (sum - 2 * mean) * (sum - 2 * mean)
      }
      sums.add(running[index], 1)
      running.append(sums)
    }
    var random = SplitMix(seed: 30)
    var drawn = [[Double]](repeating: [], count: 6)
    for _ in 0..<Self.draws {
      var sums = Sums()
      for _ in 0..<(places.count + length - 1) / length {
        let start = Int.random(in: 0..<places.count, using: &random)
        sums.add(running[start + length], 1)
        sums.add(running[start], -1)
      }
      drawn[0].append(sums.value / sums.count + mean)
      drawn[1].append(Sums.deviation(sums.count, sums.value, sums.square))
      guard sums.changes > 0 else { continue }
      drawn[2].append((sums.differenceSquare / sums.changes).squareRoot())
      drawn[3].append(100 * sums.above / sums.changes)
      drawn[4].append(Sums.deviation(sums.changes, sums.difference, sums.differenceSquare) / 2.0.squareRoot())
      drawn[5].append(Sums.deviation(sums.changes, sums.sum, sums.sumSquare) / 2.0.squareRoot())
    }
    let ranges = drawn.map { values -> ClosedRange<Double> in
      let sorted = values.sorted()
      let low = IntervalRepair.quantile(sorted, 0.025)
      let high = IntervalRepair.quantile(sorted, 0.975)
      return low <= high ? low...high : 0...0
    }
    self.mean = ranges[0]
    sdnn = ranges[1]
    rmssd = ranges[2]
    pnn50 = ranges[3]
    sd1 = ranges[4]
    sd2 = ranges[5]
  }

  /// Returns the interval of a power estimated as a sum over `freedom` / 2 independent frequencies: that of a
  /// chi-squared distribution, after Wilson and Hilferty (1931).
  static func range(of power: Double, freedom: Double) -> ClosedRange<Double>? {
    guard power > 0, freedom > 0 else { return nil }
    func quantile(_ deviations: Double) -> Double {
      let part = 2 / (9 * freedom)
      let root = max(1 - part + deviations * part.squareRoot(), 0.05)
      return root * root * root
    }
    return power / quantile(1.96)...power / quantile(-1.96)
  }

  /// Returns the interval of the ratio of two such powers, whose logarithms vary independently.
  static func range(ofRatio ratio: Double, freedoms: (Double, Double)) -> ClosedRange<Double>? {
    guard ratio > 0, freedoms.0 > 0, freedoms.1 > 0 else { return nil }
    let factor = exp(1.96 * (2 / freedoms.0 + 2 / freedoms.1).squareRoot())
    return ratio / factor...ratio * factor
  }
}
