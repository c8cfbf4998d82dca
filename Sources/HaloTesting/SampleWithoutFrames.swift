public import HaloJournal

/// The journal has no frames of a sample.
public struct SampleWithoutFrames: Error, CustomStringConvertible {
  /// The sample.
  public let sample: StoredSample

  public var description: String {
    "The journal has no frames of the sample \(sample.value) (\(sample.metric)) at \(sample.start). Was it imported?"
  }
}
