import Foundation

/// A hidden Markov model over the heart rate in steps of 1 bpm: the evidence of all windows, and the speed at which
/// hearts change.
///
/// The heart rate moves by a Laplace-distributed step from window to window. This needs no matrix: an exponential is
/// summed over all states by one upward and one downward pass.
struct PulseTracker: Sendable {
  let states: Int
  /// The probability of each state, given all windows; sums to 1.
  private(set) var posterior: [Float]
  private var scratch: [Float]
  private var below: [Float]
  private let rest: Drift
  private let movement: Drift
  private var begun = false

  private struct Drift: Sendable {
    let ratio: Float
    /// The reciprocal of the sum of the steps from each state: at the edges there are fewer steps.
    let normal: [Float]

    init(width: Float, states: Int) {
      let ratio = exp(-1 / width)
      self.ratio = ratio
      // Two geometric series, downwards and upwards.
      normal = (0..<states).map { state in
        (1 - ratio) / (1 + ratio - pow(ratio, Float(state + 1)) - pow(ratio, Float(states - state)))
      }
    }
  }

  init(states: Int) {
    self.states = states
    posterior = Array(repeating: 1 / Float(states), count: states)
    scratch = posterior
    below = posterior
    rest = Drift(width: HeartRateModel.driftAtRest, states: states)
    movement = Drift(width: HeartRateModel.driftInMovement, states: states)
  }

  /// Advances the prediction to the next window.
  mutating func advance(moving: Bool) {
    guard begun else {
      begun = true
      return
    }
    let drift = moving ? movement : rest
    for state in 0..<states { scratch[state] = posterior[state] * drift.normal[state] }
    Self.spread(scratch, into: &posterior, and: &below, ratio: drift.ratio)
    let even = HeartRateModel.jumpProbability / Float(states)
    for state in 0..<states { posterior[state] = posterior[state] * (1 - HeartRateModel.jumpProbability) + even }
  }

  /// Updates the posterior with a window's likelihood.
  mutating func observe(_ likelihood: [Float]) {
    var sum: Float = 0
    for state in 0..<states {
      posterior[state] *= likelihood[state]
      sum += posterior[state]
    }
    let scale = 1 / sum
    for state in 0..<states { posterior[state] *= scale }
  }

  /// Computes Σ ratio^|i − j| from[j] for all i.
  @inline(__always)
  private static func spread(_ from: [Float], into to: inout [Float], and below: inout [Float], ratio: Float) {
    let count = from.count
    from.withUnsafeBufferPointer { from in
      to.withUnsafeMutableBufferPointer { to in
        below.withUnsafeMutableBufferPointer { below in
          // Upwards and downwards at once, because each depends on its previous sum.
          var up: Float = 0
          var down: Float = 0
          for index in 0..<count {
            let other = count - 1 - index
            up = from[index] + ratio * up
            to[index] = up
            below[other] = down
            down = ratio * (from[other] + down)
          }
          for index in 0..<count { to[index] += below[index] }
        }
      }
    }
  }

  /// The estimate in bpm, and the probability that the heart rate is within 5 bpm of it.
  var summary: (bpm: Double, mass: Double) {
    var mode = 0
    for state in posterior.indices where posterior[state] > posterior[mode] { mode = state }
    let near = max(0, mode - HeartRateModel.meanReach)...min(posterior.count - 1, mode + HeartRateModel.meanReach)
    var mass: Float = 0
    var moment: Float = 0
    for state in near {
      mass += posterior[state]
      moment += posterior[state] * Float(state - mode)
    }
    let position = Double(mode) + Double(moment / mass)
    let lowest = max(0, Int((position - HeartRateModel.confidentReach).rounded(.up)))
    let highest = min(posterior.count - 1, Int(position + HeartRateModel.confidentReach))
    var confidence: Float = 0
    for state in lowest...highest { confidence += posterior[state] }
    return (Double(HeartRateModel.slowest) + position, Double(min(confidence, 1)))
  }
}
