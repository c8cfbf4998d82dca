import Foundation

/// How far the values of a ``HeartRateVariability`` can be from those of a long recording of the same state: intervals of 95 %.
///
/// By a block bootstrap for the values of the time domain, seeded, so that a recording always gives the same. For powers by their degrees
/// of freedom. `docs/signals.md` has the definitions.
public struct VariabilityUncertainty: Sendable, Equatable {
  public var rmssd: ClosedRange<Double>
  public var sdnn: ClosedRange<Double>
  public var pnn50: ClosedRange<Double>
  public var sd1: ClosedRange<Double>
  public var sd2: ClosedRange<Double>
  public var lf: ClosedRange<Double>?
  public var hf: ClosedRange<Double>?
  public var lfhf: ClosedRange<Double>?
  /// Of the mean interval.
  public var mean: ClosedRange<Double>

  /// How often blocks are drawn.
  static let draws = 600
}

extension VariabilityUncertainty {
  /// An interval with its difference to the one before and the sum of both, if that one counts and is its neighbor.
  struct Place {
    var value: Double
    var change: (difference: Double, sum: Double)?
  }

  /// Sums over places, from which all values follow.
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
  ///   - places: the intervals that count, in order.
  ///   - mean: their mean.
  init(_ places: [Place], mean: Double) {
    // Blocks are as long as the square root of their number: neighbors depend on each other.
    let length = max(5, min(300, Int(Double(places.count).squareRoot())))
    // The sums up to each place, of a series that begins anew at its end.
    var running = [Sums()]
    for index in 0..<places.count + length {
      let place = places[index % places.count]
      var sums = Sums(count: 1, value: place.value - mean, square: (place.value - mean) * (place.value - mean))
      if let (difference, sum) = place.change {
        sums.changes = 1
        sums.above = abs(difference) > 50 ? 1 : 0
        (sums.difference, sums.differenceSquare) = (difference, difference * difference)
        (sums.sum, sums.sumSquare) = (sum - 2 * mean, (sum - 2 * mean) * (sum - 2 * mean))
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
      let (low, high) = (IntervalRepair.quantile(sorted, 0.025), IntervalRepair.quantile(sorted, 0.975))
      return low <= high ? low...high : 0...0
    }
    (self.mean, sdnn, rmssd, pnn50, sd1, sd2) = (ranges[0], ranges[1], ranges[2], ranges[3], ranges[4], ranges[5])
  }

  /// The range of a power whose estimate is a sum over `freedom` / 2 independent frequencies: that of a chi-squared distribution, by
  /// Wilson and Hilferty (1931).
  static func range(of power: Double, freedom: Double) -> ClosedRange<Double>? {
    guard power > 0, freedom > 0 else { return nil }
    func quantile(_ deviations: Double) -> Double {
      let part = 2 / (9 * freedom)
      let root = max(1 - part + deviations * part.squareRoot(), 0.05)
      return root * root * root
    }
    return power / quantile(1.96)...power / quantile(-1.96)
  }

  /// The range of the ratio of two such powers, whose logarithms vary independently.
  static func range(ofRatio ratio: Double, freedoms: (Double, Double)) -> ClosedRange<Double>? {
    guard ratio > 0, freedoms.0 > 0, freedoms.1 > 0 else { return nil }
    let factor = exp(1.96 * (2 / freedoms.0 + 2 / freedoms.1).squareRoot())
    return ratio / factor...ratio * factor
  }
}
