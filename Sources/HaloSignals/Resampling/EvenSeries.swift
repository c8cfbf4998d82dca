/// A recording on an even grid: stretches without a gap, and what was left out of it.
public struct EvenSeries: Sendable {
  /// A stretch without a gap.
  public struct Stretch: Sendable, Equatable {
    /// The index of its first sample on the common grid: its time is `origin + first / rate`.
    public var first: Int
    public var values: [Double]

    public init(first: Int, values: [Double]) {
      self.first = first
      self.values = values
    }
  }

  /// Samples a second.
  public let rate: Double
  /// The time of index 0 in seconds; nil for a recording without a good sample.
  public let origin: Double?
  public let stretches: [Stretch]
  /// Samples left out, by reason.
  public let faults: [SampleFault: Int]

  /// Unevenly timed samples made even, by ``Resampler``.
  ///
  /// - Parameters:
  ///   - times: in seconds. Where the lists differ in length, the longer one's rest is ignored.
  ///   - rate: of the even samples.
  ///   - longestGap: the longest distance in seconds between two samples that is still filled in.
  /// - Returns: nil for a rate or gap that ``Resampler`` refuses.
  public init?(times: [Double], values: [Double], rate: Double, longestGap: Double) {
    guard var resampler = Resampler(rate: rate, longestGap: longestGap) else { return nil }
    var stretches: [Stretch] = []
    func emit(_ index: Int, _ value: Double) {
      if let last = stretches.indices.last, stretches[last].first + stretches[last].values.count == index {
        stretches[last].values.append(value)
      } else {
        stretches.append(Stretch(first: index, values: [value]))
      }
    }
    for (time, value) in zip(times, values) { resampler.add(time: time, value: value, emit: emit) }
    resampler.finish(emit)
    self.rate = rate
    self.stretches = stretches
    origin = resampler.origin
    faults = resampler.faults
  }
}
