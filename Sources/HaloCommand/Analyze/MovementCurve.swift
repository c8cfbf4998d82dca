import HaloSignals

/// How much a recording moves over time, to be drawn: a thousand points or so, however long it is.
struct MovementCurve {
  private static let most = 2048

  /// Seconds that a point stands for.
  private(set) var width: Double
  private var sums: [Double] = []
  private var counts: [Int] = []
  private let rate: Double
  private var epochs: MovementEpochs
  private var taken = 0

  /// - Parameter rate: samples a second.
  init(rate: Double) throws(MovementProblem) {
    self.rate = rate
    width = max(1, 2 / rate)
    epochs = try MovementEpochs(rate: rate, seconds: width)
  }

  /// Takes the next sample in g.
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

  /// Goes on by samples that are missing.
  mutating func skip(_ samples: Int) { taken += samples }

  private mutating func halve() {
    width *= 2
    func pairs<Number: AdditiveArithmetic>(_ values: [Number]) -> [Number] {
      stride(from: 0, to: values.count, by: 2).map { $0 + 1 < values.count ? values[$0] + values[$0 + 1] : values[$0] }
    }
    sums = pairs(sums)
    counts = pairs(counts)
  }

  /// The mean MAD in milli-g over time, not a number where nothing was measured.
  var points: [(time: Double, value: Double)] {
    sums.indices.map { ((Double($0) + 0.5) * width, counts[$0] > 0 ? sums[$0] / Double(counts[$0]) : .nan) }
  }
}
