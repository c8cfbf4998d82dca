import HaloSignals

/// The movement of a recording over time, for a plot: at most 2048 points for any length.
struct MovementCurve {
  private static let most = 2048

  /// The seconds per point.
  private(set) var width: Double
  /// The sum and the count of the epochs of each point.
  private var bins: [(sum: Double, count: Int)] = []
  private let rate: Double
  private var epochs: MovementEpochs
  private var taken = 0

  /// - Parameter rate: The samples per second.
  init(rate: Double) throws(MovementProblem) {
    self.rate = rate
    width = max(1, 2 / rate)
    epochs = try MovementEpochs(rate: rate, seconds: width)
  }

  /// Adds the next sample, in g.
  mutating func add(_ x: Double, _ y: Double, _ z: Double) {
    taken += 1
    guard let epoch = epochs.add(x, y, z) else { return }
    var point = Int((Double(taken) - 1) / rate / width)
    while point >= Self.most {
      halve()
      point /= 2
    }
    while bins.count <= point { bins.append((0, 0)) }
    bins[point].sum += epoch.mad
    bins[point].count += 1
  }

  /// Skips missing samples.
  mutating func skip(_ samples: Int) { taken += samples }

  private mutating func halve() {
    width *= 2
    bins = stride(from: 0, to: bins.count, by: 2).map { first in
      bins[first...].prefix(2).reduce((sum: 0.0, count: 0)) { (sum: $0.sum + $1.sum, count: $0.count + $1.count) }
    }
  }

  /// The mean MAD in mg over time; NaN if nothing was measured.
  var points: [(time: Double, value: Double)] {
    bins.enumerated().map { ((Double($0) + 0.5) * width, $1.count > 0 ? $1.sum / Double($1.count) : .nan) }
  }
}
