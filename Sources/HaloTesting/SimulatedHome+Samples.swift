extension SimulatedHome {
  /// Returns all samples of a metric in the journal, in order of time.
  public func samples(of metric: Metric) throws -> [StoredSample] { try journal.samples(of: metric, in: .allTime) }

  /// Returns the frames that a sample was decoded from, byte for byte and in the order of reception.
  ///
  /// - Throws: ``SampleWithoutFrames`` if the journal has no frames of the sample, for example because it was imported.
  public func bytes(of sample: StoredSample) throws -> [[UInt8]] {
    guard let explanation = try journal.explain(sample) else { throw SampleWithoutFrames(sample: sample) }
    return explanation.frames.map(\.frame.bytes)
  }
}

extension Range<Moment> {
  /// From 1970 to the year 2248.
  public static let allTime =
    Moment(
      milliseconds: 0, secondsFromGMT: 0)..<Moment(
      milliseconds: 1 << 43, secondsFromGMT: 0)
}
