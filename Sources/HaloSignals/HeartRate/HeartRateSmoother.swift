/// The heart rate of a recording, each window judged by what came before and what came after it.
///
/// The forward pass is ``HeartRateEstimator``; a backward pass over the last minutes then corrects it (forward-backward, so the mass
/// of the posterior stays a probability, where Viterbi would tell a path without one). Values come late, by at most ``delay``. Two
/// minutes of what follows decide a window as well as the whole rest would, and keep the memory fixed: a recording may last a year.
public struct HeartRateSmoother: Sendable {
  /// Seconds that pass, at most, before a window is told.
  public static let delay = Double(block + ahead) * HeartRateEstimator.hop

  private static let block = 240
  private static let ahead = 60

  private var estimator: HeartRateEstimator
  private let states: Int
  private var windows: [HeartRateWindow] = []
  private var moving: [Bool] = []
  private var posteriors: [Float] = []
  private var likelihoods: [Float] = []
  private var later: [Float]
  private var joined: [Float]
  private var scratch: (from: [Float], below: [Float])

  /// - Returns: nil for a rate outside ``HeartRateEstimator/rates``.
  public init?(rate: Double) {
    guard let estimator = HeartRateEstimator(rate: rate) else { return nil }
    self.estimator = estimator
    states = estimator.tracker.states
    later = Array(repeating: 1, count: states)
    joined = later
    scratch = (later, later)
    let capacity = Self.block + Self.ahead
    windows.reserveCapacity(capacity)
    moving.reserveCapacity(capacity)
    posteriors.reserveCapacity(capacity * states)
    likelihoods.reserveCapacity(capacity * states)
  }

  /// Takes the next sample, as ``HeartRateEstimator/add(_:acceleration:)``.
  ///
  /// - Parameter emit: gets the windows that are decided now, in order; mostly none.
  public mutating func add(
    _ light: Double, acceleration: SIMD3<Double>? = nil, emit: (HeartRateWindow) -> Void
  ) {
    guard let window = estimator.add(light, acceleration: acceleration) else { return }
    windows.append(window)
    moving.append(estimator.isMoving)
    posteriors.append(contentsOf: estimator.tracker.posterior)
    likelihoods.append(contentsOf: estimator.likelihood)
    if windows.count == Self.block + Self.ahead { settle(Self.block, emit) }
  }

  /// Tells the windows that still waited for what follows.
  public mutating func finish(_ emit: (HeartRateWindow) -> Void) {
    settle(windows.count, emit)
  }

  private mutating func settle(_ count: Int, _ emit: (HeartRateWindow) -> Void) {
    for state in later.indices { later[state] = 1 }
    for index in windows.indices.reversed() {
      if index + 1 < windows.count {
        estimator.tracker.retreat(
          &later, likelihood: likelihoods[(index + 1) * states..<(index + 2) * states], moving: moving[index + 1],
          scratch: &scratch)
      }
      // What was refused for what the sensor saw stays refused.
      guard index < count, windows[index].confidence > 0 else { continue }
      var sum: Float = 0
      for state in 0..<states {
        joined[state] = posteriors[index * states + state] * later[state]
        sum += joined[state]
      }
      let scale = 1 / sum
      for state in 0..<states { joined[state] *= scale }
      windows[index] = estimator.judged(windows[index], posterior: joined, moving: moving[index])
    }
    for window in windows.prefix(count) { emit(window) }
    windows.removeFirst(count)
    moving.removeFirst(count)
    posteriors.removeFirst(count * states)
    likelihoods.removeFirst(count * states)
  }
}
