import Foundation

/// Estimates the stages of a night from movement and the restlessness of the heart rate.
///
/// Both are compared with the rest of the same night (ranks, ratios), so units and devices do not matter: counts of a watch, of a ring,
/// or any number that grows with movement. Boosted trees and a regression say how likely each stage is at each epoch; a chain of stages
/// (forward and backward) smooths that. Learned from 23 nights with polysomnography, of people with a watch on the wrist; on people left
/// out of the training, kappa is 0.458 for four stages and 0.568 for sleep and wake. On a finger it is unvalidated.
/// `docs/movement-and-sleep.md` says more; `scripts/train-stager` makes the model.
///
/// ```swift
/// let night = try SleepStager.stages(movement: counts, heartRateDeviation: deviations, epoch: 30)
/// ```
public enum SleepStager {
  /// A stage. `sleep` if only movement is known: the stage cannot be determined then.
  public enum Stage: String, Sendable, CaseIterable {
    case wake, light, deep, rem, sleep
  }

  /// An epoch's answer.
  public struct Epoch: Sendable, Equatable {
    public var stage: Stage
    /// How likely the stage is, 0 to 1: of epochs of which 0.7 is said, some 70 of 100 are right, on people whom the model has not seen.
    public var confidence: Double
    /// How likely wake, light, deep and REM are.
    public var shares: [Double]
  }

  /// The least that is judged: half an hour.
  public static let leastMinutes = 30.0

  /// The version of the model, for what is kept of its answers.
  public static let version = 1

  /// The stages of a night, or of the part of it that is over: hand in what there is so far, and again when more has come. The last
  /// quarter of an hour changes most when more comes.
  ///
  /// - Parameters:
  ///   - movement: a number an epoch that grows with movement; not a number if missing.
  ///   - heartRateDeviation: the local standard deviation of the heart rate, or any number that grows with its restlessness; not a
  ///     number where missing. May be empty.
  ///   - epoch: the length of one in seconds, 1 to 300. Other lengths than 30 are averaged to, or spread over, epochs of 30 s.
  /// - Returns: an answer an epoch; nil if movement is missing.
  /// - Throws: ``SleepProblem``: why there are no stages.
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
    guard let shares = smoothed(count: grid.averaged(movement), heart: heartOnGrid) else { throw .noMovement }
    let hasHeart = grid.spread([NightSeries.mean(heartOnGrid.map { $0.isNaN ? 0 : 1 }, from: -5, through: 5)])
    let spread = grid.spread(shares)
    return movement.indices.map { index in
      movement[index].isNaN ? nil : decided(spread.map { $0[index] }, hasHeart: hasHeart[0][index] > 0.25)
    }
  }

  /// How likely each stage is on epochs of 30 s, a list a stage.
  static func smoothed(count: [Double], heart: [Double]) -> [[Double]]? {
    guard let model = SleepModel.trained, !count.isEmpty else { return nil }
    let columns = SleepFeatures(count: count, heart: heart).columns
    guard columns.count == model.features else { return nil }
    let prior = SleepStagerModel.prior.map { pow($0, SleepStagerModel.priorExponent) }
    let evidence = model.shares(columns).map { shares in
      var evidence = SIMD4<Double>.zero
      for stage in 0..<4 {
        evidence[stage] = pow(max(shares[stage], 1e-6) / prior[stage], SleepStagerModel.evidenceExponent)
      }
      return evidence
    }
    return tempered(chained(evidence))
  }

  /// The shares, as sure as they are right: the chain takes epochs for more independent than they are. The order of stages stays.
  private static func tempered(_ shares: [[Double]]) -> [[Double]] {
    var shares = shares
    for epoch in shares[0].indices {
      let softened = shares.map { pow(max($0[epoch], 1e-9), 1 / SleepStagerModel.temperature) }
      let sum = softened.reduce(0, +)
      for stage in shares.indices { shares[stage][epoch] = softened[stage] / sum }
    }
    return shares
  }

  /// Forward and backward through the chain of stages.
  private static func chained(_ evidence: [SIMD4<Double>]) -> [[Double]] {
    func vector(_ values: [Double]) -> SIMD4<Double> { SIMD4(values[0], values[1], values[2], values[3]) }
    // Rows are the stage before; columns, for the way back, the stage after.
    let rows = SleepStagerModel.transitions.map(vector)
    let columns = (0..<4).map { after in vector(SleepStagerModel.transitions.map { $0[after] }) }
    func through(_ rows: [SIMD4<Double>], _ shares: SIMD4<Double>) -> SIMD4<Double> {
      var sum = rows[0] * shares[0]
      for stage in 1..<4 { sum += rows[stage] * shares[stage] }
      return sum
    }
    var forward = evidence
    var last: SIMD4<Double>?
    for index in evidence.indices {
      let both = (last.map { through(rows, $0) } ?? vector(SleepStagerModel.first)) * evidence[index]
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

  private static func decided(_ shares: [Double], hasHeart: Bool) -> Epoch {
    var weighted = shares
    // The weight is for shares that are not tempered.
    weighted[0] *= pow(SleepStagerModel.wakeWeight, 1 / SleepStagerModel.temperature)
    var best = 0
    for stage in 1..<4 where weighted[stage] > weighted[best] { best = stage }
    guard hasHeart else {
      // Which sleep it was is not known. Wake is what is likelier than each of the stages, not than all together: so it was measured.
      let isWake = best == 0
      return Epoch(
        stage: isWake ? .wake : .sleep, confidence: isWake ? shares[0] : 1 - shares[0], shares: shares)
    }
    let stages: [Stage] = [.wake, .light, .deep, .rem]
    return Epoch(stage: stages[best], confidence: shares[best], shares: shares)
  }
}
