import Foundation

/// Estimates the sleep stages of a night from movement and the variability of the heart rate.
///
/// Both are compared with the rest of the time in bed (ranks, ratios), so units do not matter, and the floor of a device
/// little: counts of a watch or a ring, or any number that grows with movement. Boosted trees and a regression estimate the probability of
/// each stage at each epoch; a Markov chain (forward-backward algorithm) smooths them. Trained on 23 nights with
/// polysomnography, with a watch on the wrist; on people excluded from training, kappa is 0.454 for four stages and
/// 0.542 for sleep and wake. It is not validated for the finger. `docs/movement-and-sleep.md` has details;
/// `scripts/train-stager` trains the model.
///
/// ```swift
/// let night = try SleepStager.stages(movement: counts, heartRateDeviation: deviations, epoch: 30)
/// ```
public enum SleepStager {
  /// A stage. `sleep` means asleep in an unknown stage, if only movement is available.
  public enum Stage: String, Sendable, CaseIterable {
    case wake, light, deep, rem, sleep
  }

  /// The result for one epoch.
  public struct Epoch: Sendable, Equatable {
    /// The estimated stage.
    public var stage: Stage
    /// The probability of the stage, 0 to 1: of epochs with 0.7, about 70 of 100 are right, on people not in the
    /// training data.
    public var confidence: Double
    /// The probabilities of wake, light, deep and REM.
    public var shares: [Double]
  }

  /// The minimum length: half an hour.
  public static let leastMinutes = 30.0

  /// The version of the model, for stored results.
  public static let version = 2

  /// Estimates the stages of a night, or of the part recorded up to now; call again when more data arrive. The last
  /// quarter of an hour changes most.
  ///
  /// - Parameters:
  ///   - movement: One number per epoch that grows with movement; NaN if missing.
  ///   - heartRateDeviation: The local standard deviation of the heart rate, or any number that grows with its
  ///     variability; NaN if missing. May be empty.
  ///   - epoch: The epoch length in seconds, 1 to 300. Other lengths than 30 are converted to epochs of 30 s.
  /// - Returns: One result per epoch; nil if movement is missing.
  /// - Throws: ``SleepProblem`` if stages cannot be estimated.
  public static func stages(movement: [Double], heartRateDeviation: [Double], epoch: Double) throws(SleepProblem)
    -> [Epoch?]
  {
    guard epoch >= 1, epoch <= 300 else { throw .epochNotUsable(epoch) }
    let known = { (value: Double) in value.isFinite && value >= 0 ? value : .nan }
    let movement = movement.map(known)
    let heart = movement.indices.map { $0 < heartRateDeviation.count ? known(heartRateDeviation[$0]) : .nan }
    guard let first = movement.first(where: { !$0.isNaN }), movement.contains(where: { !$0.isNaN && $0 != first })
    else {
      throw .noMovement
    }
    let minutes = Double(movement.count { !$0.isNaN }) * epoch / 60
    guard minutes >= leastMinutes else { throw .tooShort(minutes: minutes, least: leastMinutes) }
    let grid = EpochGrid(epochs: movement.count, length: epoch)
    let heartOnGrid = grid.averaged(heart)
    guard let (shares, temperature) = smoothed(count: grid.averaged(movement), heart: heartOnGrid) else {
      throw .noMovement
    }
    let hasHeart = grid.spread([NightSeries.mean(heartOnGrid.map { $0.isNaN ? 0 : 1 }, from: -5, through: 5)])
    let spread = grid.spread(shares)
    return movement.indices.map { index in
      movement[index].isNaN ? nil : decided(spread.map { $0[index] }, temperature, hasHeart: hasHeart[0][index] > 0.25)
    }
  }

  /// Returns the probability of each stage in 30-second epochs, one array per stage, and the temperature that calibrated
  /// them.
  static func smoothed(count: [Double], heart: [Double]) -> (shares: [[Double]], temperature: Double)? {
    guard let model = SleepModel.trained, !count.isEmpty else { return nil }
    let night = NightMovement(count)
    let columns = SleepFeatures(night, heart: heart).columns
    guard columns.count == model.features else { return nil }
    let prior = SleepStagerModel.prior.map { pow($0, SleepStagerModel.priorExponent) }
    let weight = night.mean > 0 ? SleepStagerModel.movementWeight * night.floor : 0
    let evidence = zip(model.shares(columns), night.wakeOdds).map { shares, odds in
      var evidence = SIMD4<Double>.zero
      var shares = shares
      if weight > 0 {
        let wake = min(max(shares[0], 1e-6), 1 - 1e-6)
        let both = 1 / (1 + exp(-(1 - weight) * log(wake / (1 - wake)) - weight * odds))
        shares *= (1 - both) / (1 - wake)
        shares[0] = both
      }
      for stage in 0..<4 {
        evidence[stage] = pow(max(shares[stage], 1e-6) / prior[stage], SleepStagerModel.evidenceExponent)
      }
      return evidence
    }
    let temperature = SleepStagerModel.temperature * (1 + SleepStagerModel.floorDoubt * night.floor)
    return (tempered(chained(evidence), temperature), temperature)
  }

  /// Calibrates the probabilities: the chain overestimates the independence of epochs. The order of stages does not
  /// change.
  private static func tempered(_ shares: [[Double]], _ temperature: Double) -> [[Double]] {
    var shares = shares
    for epoch in shares[0].indices {
      let softened = shares.map { pow(max($0[epoch], 1e-9), 1 / temperature) }
      let sum = softened.reduce(0, +)
      for stage in shares.indices { shares[stage][epoch] = softened[stage] / sum }
    }
    return shares
  }

  /// Applies the forward-backward algorithm.
  private static func chained(_ evidence: [SIMD4<Double>]) -> [[Double]] {
    // Rows are the previous stage; columns, for the backward pass, the next stage.
    let rows = SleepStagerModel.transitions.map { SIMD4<Double>($0) }
    let columns = (0..<4).map { after in SIMD4<Double>(SleepStagerModel.transitions.map { $0[after] }) }
    func through(_ rows: [SIMD4<Double>], _ shares: SIMD4<Double>) -> SIMD4<Double> {
      var sum = rows[0] * shares[0]
      for stage in 1..<4 { sum += rows[stage] * shares[stage] }
      return sum
    }
    var forward = evidence
    var last: SIMD4<Double>?
    for index in evidence.indices {
      let both = (last.map { through(rows, $0) } ?? SIMD4(SleepStagerModel.first)) * evidence[index]
      forward[index] = both / both.sum()
      last = forward[index]
    }
    var shares = [[Double]](repeating: [Double](repeating: 0, count: evidence.count), count: 4)
    var backward = SIMD4<Double>(repeating: 1)
    for index in evidence.indices.reversed() {
      let both = forward[index] * backward
      let share = both / both.sum()
      for stage in 0..<4 { shares[stage][index] = share[stage] }
      let before = through(columns, evidence[index] * backward)
      backward = before / before.sum()
    }
    return shares
  }

  private static func decided(_ shares: [Double], _ temperature: Double, hasHeart: Bool) -> Epoch {
    var weighted = shares
    // The weight applies to uncalibrated probabilities.
    weighted[0] *= pow(SleepStagerModel.wakeWeight, 1 / temperature)
    var best = 0
    for stage in 1..<4 where weighted[stage] > weighted[best] { best = stage }
    guard hasHeart else {
      // The sleep stage is unknown. Wake must be likelier than each single stage, not than all together, as in
      // validation.
      let isWake = best == 0
      return Epoch(
        stage: isWake ? .wake : .sleep, confidence: isWake ? shares[0] : 1 - shares[0], shares: shares)
    }
    let stages: [Stage] = [.wake, .light, .deep, .rem]
    return Epoch(stage: stages[best], confidence: shares[best], shares: shares)
  }
}
