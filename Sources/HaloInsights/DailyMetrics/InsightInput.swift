public import HaloText
/// Something that a computed value was made from.
public struct InsightInput: Sendable, Hashable {
  /// What it is, in words.
  public let words: String
  /// The journal's statements that it came in; their frames are known there.
  public let statements: Set<Int>
  /// The journal's frames that it came in, where they are known already.
  public let frames: [Int]

  /// An input.
  public init(_ words: String, statements: Set<Int> = [], frames: [Int] = []) {
    self.words = words
    self.statements = statements
    self.frames = frames
  }
}

/// A computed value, how it was computed, and from what.
public struct Finding: Sendable, Hashable {
  /// The value in its metric's unit.
  public let value: Double
  /// How it was computed.
  public let algorithm: InsightAlgorithm
  /// How sure it is, 0…1, as the algorithm defines that; `nil` where the algorithm says why it gives none.
  public let confidence: Double?
  /// What it was computed from.
  public let inputs: [InsightInput]

  /// A computed value.
  public init(_ value: Double, _ algorithm: InsightAlgorithm, confidence: Double?, inputs: [InsightInput]) {
    self.value = value
    self.algorithm = algorithm
    self.confidence = confidence
    self.inputs = inputs
  }
}

/// Why something cannot be computed.
public struct InsightGap: PhrasedError, Sendable, Hashable {
  public let phrase: Phrase

  /// A reason.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
