/// The band-pass before the spectra: light and three axes, one per lane, decimated to a few samples per second.
struct PulseBand: Sendable {
  /// The sampling rate after decimation, in Hz.
  let rate: Double
  private let every: Int
  private var sections: [ParallelBiquad]
  private var phase = 0

  init(rate: Double) {
    every = max(1, Int(rate / HeartRateModel.thinnedRate))
    self.rate = rate / Double(every)
    var cascade = Butterworth.highPass(order: 2, cutoff: HeartRateModel.bandLow, rate: rate)?.sections ?? []
    // A low original rate cannot be filtered: aliasing has already happened.
    if HeartRateModel.bandHigh < 0.45 * rate {
      cascade += Butterworth.lowPass(order: 6, cutoff: HeartRateModel.bandHigh, rate: rate)?.sections ?? []
    }
    sections = cascade.map { ParallelBiquad([$0, $0, $0, $0]) }
  }

  /// Starts in the middle of a signal without ringing.
  mutating func settle(at level: SIMD4<Double>) {
    var level = level
    for index in sections.indices { level = sections[index].settle(at: level) }
  }

  /// - Returns: A decimated sample; nil for the samples in between.
  @inline(__always)
  mutating func filter(_ sample: SIMD4<Double>) -> SIMD4<Double>? {
    var value = sample
    for index in sections.indices { value = sections[index].filter(value) }
    phase += 1
    guard phase == every else { return nil }
    phase = 0
    return value
  }
}
