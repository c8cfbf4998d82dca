import Foundation

/// The features of ``SleepStager``, 64 per 30-second epoch: movement and heart rate compared with the rest of the
/// time in bed, around, before and after the epoch. `halodata.training` (Tools/python) computes the same; change both
/// together.
struct SleepFeatures {
  static let epoch = 30.0
  private static let centred = [0, 2, 5, 10, 20, 40, 80]
  private static let aside = [4, 10, 20, 40]

  /// One array per feature, each as long as the night.
  let columns: [[Double]]

  /// - Parameters:
  ///   - night: Movement per epoch.
  ///   - heart: The deviation of the heart rate around each epoch; NaN if missing.
  init(_ night: NightMovement, heart: [Double]) {
    let movement = night.values.map { $0.isNaN ? .nan : night.mean > 0 ? log(1 + 10 * $0 / night.mean) : 0 }
    let spread = Self.spread(heart, night.bed)
    var columns: [[Double]] = []
    columns.reserveCapacity(64)
    for values in [
      NightSeries.rank(night.values, in: night.bed), NightSeries.rank(heart, in: night.bed), movement, spread,
    ] {
      let sums = NightSeries.Sums(values)
      for half in Self.centred { columns.append(sums.mean(from: -half, through: half)) }
    }
    for values in [movement, spread] {
      let sums = NightSeries.Sums(values)
      for width in Self.aside { columns.append(sums.mean(from: -width, through: -1)) }
      for width in Self.aside { columns.append(sums.mean(from: 1, through: width)) }
      let squares = NightSeries.Sums(values.map { $0 * $0 })
      for half in [5, 20, 60] {
        let means = sums.mean(from: -half, through: half)
        let ofSquares = squares.mean(from: -half, through: half)
        columns.append(zip(means, ofSquares).map { $0.isNaN ? .nan : max(Self.rounded($1 - $0 * $0), 0).squareRoot() })
      }
      for half in [10, 40] { columns.append(NightSeries.highest(values, half: half)) }
      for half in [10, 40] {
        columns.append(NightSeries.rank(sums.mean(from: -half, through: half).map(Self.rounded), in: night.bed))
      }
    }
    let marks = movement.map { $0 > log(11) }
    columns.append(Self.distances(marks))
    columns.append(Self.distances(marks.reversed()).reversed())
    let onset = NightSeries.mean(movement, from: 0, through: 19).firstIndex { $0 < log(3) } ?? 0
    for start in [night.bed.lowerBound, onset] {
      columns.append(movement.indices.map { Double(max($0 - start, -60)) / 120 })
    }
    self.columns = columns
  }

  /// Returns the logarithm of the heart rate's deviation relative to its median in bed.
  private static func spread(_ heart: [Double], _ bed: Range<Int>) -> [Double] {
    let middle = IntervalRepair.quantile(heart[bed].filter { !$0.isNaN }.sorted(), 0.5)
    guard middle > 0 else { return [Double](repeating: .nan, count: heart.count) }
    return heart.map { $0.isNaN ? .nan : min(max(log(max($0, 1e-9) / middle), -3), 3) }
  }

  /// Rounds to six places, so that rounding errors between equal values decide nothing.
  private static func rounded(_ value: Double) -> Double {
    (value * 1e6).rounded(.toNearestOrEven) / 1e6
  }

  /// Returns the number of epochs since the last mark, at most 240.
  private static func distances(_ marks: [Bool]) -> [Double] {
    var last = -1000
    return marks.indices.map { index in
      if marks[index] { last = index }
      return Double(min(index - last, 240))
    }
  }
}
