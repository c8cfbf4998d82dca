import Foundation

/// The movement of a night, so that the floor, the unit and the sampling of a device, and a time out of bed, change
/// little: smoothed as the counts of the training nights are, without the floor, and compared with the time in bed.
/// `halodata.training` (Tools/python) computes the same; change both together.
struct NightMovement {
  /// The share of the floor in the mean movement from which on a device certainly has one.
  private static let certainFloor = 0.1
  /// The longest time awake at the ends of the time in bed, in epochs: an hour. A longer one is out of bed.
  private static let longestAwake = 120

  /// Movement per epoch without the floor; NaN if missing.
  let values: [Double]
  /// The time in bed.
  let bed: Range<Int>
  /// The mean of ``values`` in bed.
  let mean: Double
  /// 0 for counts, of which most are zero; 1 for a device whose movement never is, which therefore shows small movement
  /// as well.
  let floor: Double

  init(_ count: [Double]) {
    // A Gaussian of 50 s.
    let weights = (-7...7).map { exp(-0.18 * Double($0 * $0)) }
    let smooth = count.indices.map { index in
      guard !count[index].isNaN else { return Double.nan }
      var sum = 0.0
      var all = 0.0
      for offset in -7...7 where count.indices.contains(index + offset) && !count[index + offset].isNaN {
        sum += weights[offset + 7] * count[index + offset]
        all += weights[offset + 7]
      }
      return sum / all
    }
    let known = smooth[Self.bed(smooth)].filter { !$0.isNaN }.sorted()
    let lowest = known.isEmpty ? 0 : 1.25 * IntervalRepair.quantile(known, 0.3)
    values = smooth.map { $0.isNaN ? .nan : max($0 - lowest, 0) }
    bed = Self.bed(values)
    mean = Self.mean(values[bed])
    let whole = Self.mean(smooth[bed])
    floor = whole > 0 ? min(1, lowest / whole / Self.certainFloor) : 0
  }

  /// Returns the time from the first to the last twenty minutes with less than half of the mean movement.
  private static func bed(_ values: [Double]) -> Range<Int> {
    let limit = mean(values[...]) / 2
    guard
      let first = NightSeries.mean(values, from: 0, through: 39).firstIndex(where: { $0 < limit }),
      let last = NightSeries.mean(values, from: -39, through: 0).lastIndex(where: { $0 < limit }),
      last - first >= values.count / 3
    else { return values.indices }
    let start = first < longestAwake ? 0 : first
    return start..<(values.count - last <= longestAwake ? values.count : last + 1)
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    let known = values.filter { !$0.isNaN }
    return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
  }

  /// The logarithm of the odds of wake by movement alone. The threshold was chosen on 30 nights with a device that was not
  /// in the training.
  var wakeOdds: [Double] {
    NightSeries.mean(values.map { ($0 / mean).squareRoot() }, from: -5, through: 5).map {
      min(max(4 * log((($0.isNaN ? 0 : $0) + 0.05) / 0.7), -6), 6)
    }
  }
}
