/// Removes the part of the light that the accelerometer explains: least squares over the three axes at three delays.
///
/// Blood and sensor follow a movement by up to 0.2 s. The sums of earlier windows count too, with 0.6 of the weight for
/// each hop back. A single window of eight seconds would also explain a pulse next to the cadence.
struct MovementRegression: Sendable {
  /// The number of samples required before a window.
  var history: Int { 2 * delay }

  private static let regressors = 9
  private let delay: Int
  /// For each regressor, a row of four lanes per delay: its products with light and axes. Lane 0 of the first delay is
  /// the light.
  private var sums = [SIMD4<Float>](repeating: .zero, count: 27)
  private var averages = [SIMD4<Float>](repeating: .zero, count: 27)
  private var isFirst = true

  /// - Parameter rate: The sampling rate in Hz.
  init(rate: Double) {
    delay = max(1, Int((rate * HeartRateModel.movementDelay).rounded()))
  }

  /// Discards earlier windows.
  mutating func reset() {
    isFirst = true
  }

  /// - Parameters:
  ///   - samples: Light in lane 0 and three axes, without their means; ``history`` samples, then the window. The light
  ///     is replaced.
  ///   - taper: One factor per sample of the window.
  ///   - part: The fraction of the explained signal that is removed, 0 to 1; all of it if it is half of the light's power
  ///     or more.
  /// - Returns: The fraction of the light's power that remains.
  mutating func clean(_ samples: inout [SIMD4<Float>], taper: [Float], part: Float) -> Float {
    collect(samples, taper: taper)
    let share: Float = isFirst ? 1 : HeartRateModel.regressionShare
    isFirst = false
    for index in averages.indices { averages[index] += (sums[index] - averages[index]) * share }
    guard let weights = solve() else { return 1 }
    var before: Float = 1e-30
    var after: Float = 1e-30
    func subtract(_ part: Float) {
      before = 1e-30
      after = 1e-30
      for index in history..<samples.count {
        let now = samples[index]
        let past = samples[index - delay]
        let earlier = samples[index - 2 * delay]
        let explained = (now * weights.0 + past * weights.1 + earlier * weights.2).sum() * part
        let weight = taper[index - history]
        let whole = now.x * weight
        let left = (now.x - explained) * weight
        samples[index].x -= explained
        before += whole * whole
        after += left * left
      }
    }
    subtract(1)
    let whole = before
    guard part < 1, after > 0.5 * whole else { return after / whole }
    // Lane 0 has no weight, so what is explained is the same again, and a part of it is given back.
    subtract(part - 1)
    return after / whole
  }

  private mutating func collect(_ samples: [SIMD4<Float>], taper: [Float]) {
    let history = history
    let delay = delay
    samples.withUnsafeBufferPointer { samples in
      taper.withUnsafeBufferPointer { taper in
        sums.withUnsafeMutableBufferPointer { sums in
          for index in sums.indices { sums[index] = .zero }
          for offset in 0..<taper.count {
            let index = history + offset
            let weight = taper[offset]
            let now = samples[index] * weight
            let past = samples[index - delay] * weight
            let earlier = samples[index - 2 * delay] * weight
            for (row, value) in [now.y, now.z, now.w, past.y, past.z, past.w, earlier.y, earlier.z, earlier.w]
              .enumerated()
            {
              sums[3 * row] += now * value
              sums[3 * row + 1] += past * value
              sums[3 * row + 2] += earlier * value
            }
          }
        }
      }
    }
  }

  /// Returns the weights of the axes at each delay (lane 0 is zero), by Cholesky decomposition; nil if nothing moves.
  private func solve() -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)? {
    let count = Self.regressors
    func product(_ row: Int, _ column: Int) -> Double { Double(averages[3 * row + column / 3][column % 3 + 1]) }
    let trace = (0..<count).reduce(0) { $0 + product($1, $1) }
    guard trace > 1e-20, trace.isFinite else { return nil }
    let ridge = HeartRateModel.ridge * trace / Double(count)
    var lower = [Double](repeating: 0, count: count * count)
    var weights = [Double](repeating: 0, count: count)
    for row in 0..<count {
      for column in 0...row {
        var sum = product(row, column) + (row == column ? ridge : 0)
        for inner in 0..<column { sum -= lower[row * count + inner] * lower[column * count + inner] }
        lower[row * count + column] =
          row == column ? max(sum, ridge * 1e-3).squareRoot() : sum / lower[column * count + column]
      }
      var sum = Double(averages[3 * row].x)
      for inner in 0..<row { sum -= lower[row * count + inner] * weights[inner] }
      weights[row] = sum / lower[row * count + row]
    }
    for row in (0..<count).reversed() {
      var sum = weights[row]
      for inner in row + 1..<count { sum -= lower[inner * count + row] * weights[inner] }
      weights[row] = sum / lower[row * count + row]
    }
    func lanes(_ first: Int) -> SIMD4<Float> {
      SIMD4(0, Float(weights[first]), Float(weights[first + 1]), Float(weights[first + 2]))
    }
    return (lanes(0), lanes(3), lanes(6))
  }
}
