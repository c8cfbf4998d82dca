import Foundation

/// The features of ``SleepStager``, 64 per 30-second epoch: movement and heart rate compared with the rest of the
/// night, around, before and after the epoch. `halodata.training` (Tools/python) computes the same; change both
/// together.
struct SleepFeatures {
  static let epoch = 30.0
  private static let centred = [0, 2, 5, 10, 20, 40, 80]
  private static let aside = [4, 10, 20, 40]

  /// One array per feature, each as long as the night.
  let columns: [[Double]]

  /// - Parameters:
  ///   - count: Movement per epoch; NaN if missing.
  ///   - heart: The deviation of the heart rate around each epoch; NaN if missing.
  init(count: [Double], heart: [Double]) {
    let movement = Self.movement(count)
    let spread = Self.spread(heart)
    var columns: [[Double]] = []
    columns.reserveCapacity(64)
    for values in [NightSeries.rank(count), NightSeries.rank(heart), movement, spread] {
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
        columns.append(NightSeries.rank(sums.mean(from: -half, through: half).map(Self.rounded)))
      }
    }
    let marks = movement.map { $0 > log(11) }
    columns.append(Self.distances(marks))
    columns.append(Self.distances(marks.reversed()).reversed())
    let onset = NightSeries.mean(movement, from: 0, through: 19).firstIndex { $0 < log(3) } ?? 0
    columns.append(count.indices.map { Double($0) / 120 })
    columns.append(count.indices.map { Double($0 - onset) / 120 })
    self.columns = columns
  }

  /// Returns movement relative to the night's mean, on a compressed scale.
  private static func movement(_ count: [Double]) -> [Double] {
    let known = count.filter { !$0.isNaN }
    let average = known.reduce(0, +) / Double(max(known.count, 1))
    return count.map { $0.isNaN ? .nan : average > 0 ? log(1 + 10 * $0 / average) : 0 }
  }

  /// Returns the logarithm of the heart rate's deviation relative to the night's median.
  private static func spread(_ heart: [Double]) -> [Double] {
    let known = heart.filter { !$0.isNaN }.sorted()
    guard !known.isEmpty else { return heart }
    let middle = (known[(known.count - 1) / 2] + known[known.count / 2]) / 2
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
