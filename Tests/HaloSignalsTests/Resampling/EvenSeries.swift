import HaloSignals

/// A recording on an even grid: stretches without gaps, and the samples that were dropped.
struct EvenSeries: Sendable {
  /// A stretch without a gap.
  struct Stretch: Sendable, Equatable {
    /// The index of the first sample on the common grid: its time is `origin + first / rate`.
    var first: Int
    /// The samples.
    var values: [Double]

    /// Creates a stretch.
    init(first: Int, values: [Double]) {
      self.first = first
      self.values = values
    }
  }

  /// The sampling rate in Hz.
  let rate: Double
  /// The time of index 0 in seconds; nil for a recording without a valid sample.
  let origin: Double?
  /// The stretches, in order.
  let stretches: [Stretch]
  /// The indices of the dropped samples.
  let dropped: [Int]

  /// Resamples unevenly timed samples with ``Resampler``.
  ///
  /// - Parameters:
  ///   - times: In seconds. If the arrays differ in length, excess elements are ignored.
  ///   - rate: The rate of the even samples in Hz.
  ///   - longestGap: The longest gap between two samples that is interpolated, in seconds.
  /// - Returns: nil for a rate or gap that ``Resampler`` rejects.
  init?(times: [Double], values: [Double], rate: Double, longestGap: Double) {
    guard var resampler = Resampler(rate: rate, longestGap: longestGap) else { return nil }
    var stretches: [Stretch] = []
    func emit(_ index: Int, _ value: Double) {
      if let last = stretches.indices.last, stretches[last].first + stretches[last].values.count == index {
        stretches[last].values.append(value)
      } else {
        stretches.append(Stretch(first: index, values: [value]))
      }
    }
    dropped = zip(times, values).enumerated().compactMap { index, sample in
      resampler.add(time: sample.0, value: sample.1, emit: emit) ? nil : index
    }
    resampler.finish(emit)
    self.rate = rate
    self.stretches = stretches
    origin = resampler.origin
  }
}
