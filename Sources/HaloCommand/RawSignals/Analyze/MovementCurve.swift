import HaloSignals

/// The movement of a recording over time, for a plot: at most 2048 points for any length.
struct MovementCurve {
  private static let most = 2048

  /// The seconds per point.
  private(set) var width: Double
  private var sums: [Double] = []
  private var counts: [Int] = []
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
    while sums.count <= point {
      sums.append(0)
      counts.append(0)
    }
    sums[point] += epoch.mad
    counts[point] += 1
  }

  /// Skips missing samples.
  mutating func skip(_ samples: Int) { taken += samples }

  private mutating func halve() {
    width *= 2
    func pairs<Number: AdditiveArithmetic>(_ values: [Number]) -> [Number] {
      stride(from: 0, to: values.count, by: 2).map { $0 + 1 < values.count ? values[$0] + values[$0 + 1] : values[$0] }
    }
    sums = pairs(sums)
    counts = pairs(counts)
  }

  /// The mean MAD in mg over time; NaN if nothing was measured.
  var points: [(time: Double, value: Double)] {
    sums.indices.map { ((Double($0) + 0.5) * width, counts[$0] > 0 ? sums[$0] / Double(counts[$0]) : .nan) }
  }
}
