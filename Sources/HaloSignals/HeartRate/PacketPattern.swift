/// Detects an outlier sample at regular intervals: artifacts of a device's packets look like a pulse at that rate.
///
/// Only at low sampling rates is the pattern short enough to lie in the range of pulses.
struct PacketPattern: Sendable {
  private static let fastestRate = 16.0
  private static let periods = 5...12

  private var samples: [Double]
  private var next = 0
  private let isUsed: Bool

  /// - Parameter rate: The sampling rate in Hz.
  init(rate: Double) {
    isUsed = rate <= Self.fastestRate && rate >= HeartRateModel.lowestRate
    samples = Array(repeating: 0, count: isUsed ? Int(rate * HeartRateModel.window) : 1)
  }

  @inline(__always)
  mutating func add(_ sample: Double) {
    guard isUsed else { return }
    samples[next] = sample
    next += 1
    if next == samples.count { next = 0 }
  }

  /// True if one sample in each period explains a third of the window's variance, and the other samples do not differ.
  var isFound: Bool {
    guard isUsed else { return false }
    let count = Double(samples.count)
    let middle = (count - 1) / 2
    var mean = 0.0
    var slope = 0.0
    var spread = 0.0
    func value(_ index: Int) -> Double { samples[(next + index) % samples.count] }
    for index in samples.indices {
      let distance = Double(index) - middle
      mean += value(index) / count
      slope += distance * value(index)
      spread += distance * distance
    }
    slope /= spread
    let flat = samples.indices.map { value($0) - mean - slope * (Double($0) - middle) }
    let whole = flat.reduce(0) { $0 + $1 * $1 }
    guard whole > 0, whole.isFinite else { return false }
    return Self.periods.contains { period in
      var between = 0.0
      var largest = 0.0
      for phase in 0..<period {
        let members = stride(from: phase, to: flat.count, by: period).map { flat[$0] }
        let size = Double(members.count)
        let level = members.reduce(0, +) / size
        between += size * level * level
        largest = max(largest, level * level * size * count / (count - size))
      }
      return largest > 0.35 * whole && largest > 0.9 * between
    }
  }
}
