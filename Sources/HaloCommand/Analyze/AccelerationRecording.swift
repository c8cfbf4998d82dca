import HaloSignals

/// A recording of acceleration as it was read, made even where only times are known.
struct AccelerationRecording {
  private(set) var axes: [[Double]] = [[], [], []]
  private let known: Double?
  private var times: [Double] = []

  /// - Parameter rate: rows a second, where known.
  init(rate: Double?) { known = rate }

  mutating func add(_ block: SignalBlock) {
    for axis in 0..<3 { axes[axis] += block.values[axis] }
    if known == nil { times += block.times }
  }

  /// Samples a second, and the axes with that rate; nil where no rate can be told.
  var even: (rate: Double, axes: [[Double]])? {
    if let known { return (known, axes) }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    guard !steps.isEmpty, steps[steps.count / 2] > 0 else { return nil }
    let rate = 1 / steps[steps.count / 2]
    let duration = ((times.last ?? 0) - (times.first ?? 0)) * rate
    // A wrong clock may claim centuries.
    guard duration < 200_000_000 else { return nil }
    let length = Int(duration.rounded()) + 1
    var even: [[Double]] = []
    for axis in axes {
      guard let series = EvenSeries(times: times, values: axis, rate: rate, longestGap: 0.5) else { return nil }
      let offset = Int((((series.origin ?? 0) - (times.first ?? 0)) * rate).rounded())
      var values = [Double](repeating: .nan, count: length)
      for stretch in series.stretches {
        for (index, value) in stretch.values.enumerated() {
          let place = offset + stretch.first + index
          if values.indices.contains(place) { values[place] = value }
        }
      }
      even.append(values)
    }
    return (rate, even)
  }
}
