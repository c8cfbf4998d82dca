/// A place of a characteristic's values that holds a known value.
public struct ValueMatch: Sendable {
  /// The value that was searched.
  public let value: KnownValue
  /// The encoding, such as `u16 LE × 10`.
  public let encoding: String
  /// The characteristic and the direction.
  public let source: CharacteristicFrames.Source
  /// The place in the frames.
  public let range: Range<Int>
  /// The first frame with the value there.
  public let first: CharacteristicFrame
  /// The number of frames with the value there.
  public let count: Int
  /// The expected number of such matches by chance, among all places and encodings. Below 1 it is about the probability
  /// that the match is a coincidence.
  public let chance: Double
  /// The order of the results: ``chance`` times that of the other values found beside this one.
  let rank: Double
}
