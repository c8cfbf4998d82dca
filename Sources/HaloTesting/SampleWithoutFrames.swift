/// The error for a sample whose frames are not in the journal.
public struct SampleWithoutFrames: Error, CustomStringConvertible {
  public let sample: StoredSample

  /// The error as English text.
  public var description: String {
    "The journal has no frames of the sample \(sample.value) (\(sample.metric)) at \(sample.start). It may have been imported."
  }
}
