import HaloLibc

/// Generalized least squares over discharges: the charge used per unit of each variable.
///
/// Between two readings the charge drops by Σ cost × amount, with two kinds of error. First, readings are rounded, and
/// the table that converts voltage to percent is coarse: an error of variance `roughness` per reading, which is in the
/// drop before it and, with the opposite sign, in the drop after it. Second, days differ: variance `dayVariance` per day,
/// which adds up. Both variances are those with the highest likelihood of the readings (restricted maximum likelihood,
/// on a grid); the roughness is at least the 1/12 of rounding.
///
/// The errors within a day are correlated. Standard errors are therefore also computed from whole blocks of rows,
/// without assuming those variances (the "sandwich" of Liang and Zeger 1986), and the larger ones are used.
struct DischargeRegression: Sendable {
  /// The drop between two consecutive readings.
  struct Row: Sendable {
    let drop: Double
    let days: Double
    /// The block: errors of rows in the same block are correlated.
    let block: Int
    /// The amount of each variable.
    let amounts: [Double]
  }

  /// The cost of each variable, at least 0.
  let costs: [Double]
  /// Standard errors of the unconstrained costs.
  let errors: [Double]
  /// The unconstrained costs, which may be negative.
  let unconstrainedCosts: [Double]
  /// Correlations of the unconstrained costs.
  let correlations: [[Double]]
  /// Variance of the charge used within a day, in percentage points squared.
  let dayVariance: Double
  /// The factor from standard errors to 95 % intervals.
  let intervalFactor: Double

  /// A regression over discharges, each an array of drops; `nil` unless there are more drops than variables.
  init?(_ discharges: [[Row]]) {
    let count = discharges.joined().first?.amounts.count ?? 0
    let freedom = discharges.reduce(0) { $0 + $1.count } - count
    guard count > 0, freedom > 0 else { return nil }
    // The variables differ by orders of magnitude.
    let scales = (0..<count).map { thing in
      max(discharges.joined().reduce(0) { $0 + $1.amounts[thing] * $1.amounts[thing] }.squareRoot(), 1e-12)
    }
    // Use within a day is even; the variation between days only shows in daily rows.
    let daily = discharges.map { Self.merged($0, days: 1) }
    let hasDays = daily.reduce(0) { $0 + $1.count } > count + 2
    let likeliest =
      Self.likeliest(hasDays ? daily : discharges, scales, dayVariances: Self.dayVariances)?.dayVariance ?? 0
    // A few similar days do not prove that days are similar.
    let (drop, days) = discharges.joined().reduce((0, 0)) { ($0.0 + $1.drop, $0.1 + $1.days) }
    let dayVariance = max(likeliest, (Self.leastDeviation * drop / days) * (Self.leastDeviation * drop / days))
    guard let best = Self.likeliest(discharges, scales, dayVariances: [dayVariance]), let inverse = best.inverse else {
      return nil
    }
    let free = best.free(inverse)
    let things = 0..<count
    unconstrainedCosts = things.map { free[$0] / scales[$0] }
    costs = best.nonnegativeCosts().enumerated().map { $1 / scales[$0] }
    let byBlocks = best.errorsByBlocks(discharges, scales, free, inverse)
    errors = things.map { max(inverse[$0][$0].squareRoot(), byBlocks?.errors[$0] ?? 0) / scales[$0] }
    correlations = things.map { row in
      things.map { inverse[row][$0] / (inverse[row][row] * inverse[$0][$0]).squareRoot() }
    }
    self.dayVariance = dayVariance
    let degrees = Double(min(freedom, byBlocks.map { max($0.count - count, 1) } ?? freedom))
    // An approximation of Student's t at 97.5 %, plus a tenth, because the variances are estimates too.
    intervalFactor = (1.96 + 2.4 / degrees + 3 / (degrees * degrees)) * 1.1
  }

  /// The minimum relative deviation of the use between days.
  private static let leastDeviation = 0.1
  private static let roughnesses = [1.0 / 12, 0.25, 1, 4]
  private static let dayVariances = [0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

  /// The normal equations for the variances with the highest likelihood.
  private static func likeliest(_ discharges: [[Row]], _ scales: [Double], dayVariances: [Double]) -> Normal? {
    var best: (likelihood: Double, normal: Normal)?
    for roughness in roughnesses {
      for dayVariance in dayVariances {
        let normal = Normal(discharges, scales, roughness: roughness, dayVariance: dayVariance)
        guard let likelihood = normal.likelihood, likelihood > best?.likelihood ?? -.infinity else { continue }
        best = (likelihood, normal)
      }
    }
    return best?.normal
  }

  /// Merges rows until they are at least `days` days long.
  private static func merged(_ rows: [Row], days: Double) -> [Row] {
    rows.reduce(into: [Row]()) { merged, row in
      guard let last = merged.last, last.days < days else { return merged.append(row) }
      merged[merged.count - 1] = Row(
        drop: last.drop + row.drop, days: last.days + row.days, block: last.block,
        amounts: zip(last.amounts, row.amounts).map { $0 + $1 })
    }
  }

  /// The normal equations for given variances.
  private struct Normal {
    let matrix: [[Double]]
    private let vector: [Double]
    private let square: Double
    private let logDeterminant: Double
    private let roughness: Double
    let dayVariance: Double

    init(_ discharges: [[Row]], _ scales: [Double], roughness: Double, dayVariance: Double) {
      let count = scales.count
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
      var vector = [Double](repeating: 0, count: count)
      var square = 0.0
      var logDeterminant = 0.0
      Self.whiten(discharges, scales, roughness: roughness, dayVariance: dayVariance) { row, pivot, _ in
        for one in 0..<count {
          let share = row[one] / pivot
          for other in one..<count { matrix[one][other] += share * row[other] }
          vector[one] += share * row[count]
        }
        square += row[count] * row[count] / pivot
        logDeterminant += log(pivot)
      }
      for one in 0..<count {
        for other in 0..<one { matrix[one][other] = matrix[other][one] }
        // A small ridge: variables that cannot be separated get a large error instead of a division by zero.
        matrix[one][one] = matrix[one][one] * (1 + 1e-9) + 1e-12
      }
      self.matrix = matrix
      self.vector = vector
      self.square = square
      self.logDeterminant = logDeterminant
      self.roughness = roughness
      self.dayVariance = dayVariance
    }

    /// Calls `body` with each row after eliminating the rows before it, with its variance and its block. A row has the
    /// amounts, followed by the drop. Neighbors share a reading, so the covariance is tridiagonal: V = L D Lᵀ, and this
    /// applies L⁻¹.
    private static func whiten(
      _ discharges: [[Row]], _ scales: [Double], roughness: Double, dayVariance: Double,
      _ body: (_ row: [Double], _ pivot: Double, _ block: Int) -> Void
    ) {
      let count = scales.count
      for rows in discharges {
        var pivot = 0.0
        var last = [Double](repeating: 0, count: count + 1)
        for (index, row) in rows.enumerated() {
          let factor = index == 0 ? 0 : -roughness / pivot
          pivot = 2 * roughness + dayVariance * row.days - (index == 0 ? 0 : roughness * roughness / pivot)
          for thing in 0..<count { last[thing] = row.amounts[thing] / scales[thing] - factor * last[thing] }
          last[count] = row.drop - factor * last[count]
          body(last, pivot, row.block)
        }
      }
    }

    /// The errors by blocks of rows, and the number of blocks; `nil` if there are hardly more blocks than variables.
    func errorsByBlocks(
      _ discharges: [[Row]], _ scales: [Double], _ free: [Double], _ inverse: [[Double]]
    ) -> (errors: [Double], count: Int)? {
      let count = scales.count
      var scores: [Int: [Double]] = [:]
      Self.whiten(discharges, scales, roughness: roughness, dayVariance: dayVariance) { row, pivot, block in
        let left = row[count] - (0..<count).reduce(0) { $0 + row[$1] * free[$1] }
        for thing in 0..<count {
          scores[block, default: [Double](repeating: 0, count: count)][thing] += row[thing] * left / pivot
        }
      }
      let blocks = scores.count
      guard blocks > count + 4 else { return nil }
      // A correction for overfitting with few blocks.
      let correction = (Double(blocks) / Double(blocks - count)) * (Double(blocks) / Double(blocks - count))
      return (
        (0..<count).map { thing in
          let sum = scores.values.reduce(0) { sum, score in
            let share = zip(inverse[thing], score).reduce(0) { $0 + $1.0 * $1.1 }
            return sum + share * share
          }
          return (sum * correction).squareRoot()
        }, blocks
      )
    }

    /// The restricted likelihood, up to a constant.
    var likelihood: Double? {
      guard let inverse, let determinant = logDeterminantOfMatrix else { return nil }
      let free = free(inverse)
      let left = square - zip(free, vector).reduce(0) { $0 + $1.0 * $1.1 }
      return -(logDeterminant + determinant + left) / 2
    }

    func free(_ inverse: [[Double]]) -> [Double] {
      inverse.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// The best nonnegative costs, by coordinate descent.
    func nonnegativeCosts() -> [Double] {
      var costs = [Double](repeating: 0, count: vector.count)
      for _ in 0..<5000 {
        var change = 0.0
        for thing in costs.indices {
          let others = zip(matrix[thing], costs).reduce(0) { $0 + $1.0 * $1.1 } - matrix[thing][thing] * costs[thing]
          let cost = max(0, (vector[thing] - others) / matrix[thing][thing])
          change = max(change, abs(cost - costs[thing]))
          costs[thing] = cost
        }
        if change < 1e-9 { break }
      }
      return costs
    }

    private var logDeterminantOfMatrix: Double? {
      Self.factor(matrix).map { factor in factor.indices.reduce(0) { $0 + 2 * log(factor[$1][$1]) } }
    }

    var inverse: [[Double]]? {
      guard let factor = Self.factor(matrix) else { return nil }
      let count = vector.count
      var inverse = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
      for column in 0..<count {
        var solution = [Double](repeating: 0, count: count)
        for row in 0..<count {
          let known = (0..<row).reduce(0) { $0 + factor[row][$1] * solution[$1] }
          solution[row] = ((row == column ? 1 : 0) - known) / factor[row][row]
        }
        for row in (0..<count).reversed() {
          let known = (row + 1..<count).reduce(0) { $0 + factor[$1][row] * solution[$1] }
          solution[row] = (solution[row] - known) / factor[row][row]
        }
        for row in 0..<count { inverse[row][column] = solution[row] }
      }
      return inverse
    }

    /// The Cholesky factor.
    private static func factor(_ matrix: [[Double]]) -> [[Double]]? {
      var factor = matrix.map { $0.map { _ in 0.0 } }
      for row in matrix.indices {
        for column in 0...row {
          let known = (0..<column).reduce(0) { $0 + factor[row][$1] * factor[column][$1] }
          let rest = matrix[row][column] - known
          if row == column {
            guard rest > 0 else { return nil }
            factor[row][row] = rest.squareRoot()
          } else {
            factor[row][column] = rest / factor[column][column]
          }
        }
      }
      return factor
    }
  }
}
