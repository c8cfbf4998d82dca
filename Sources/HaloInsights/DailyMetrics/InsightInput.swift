/// An input of a computed value.
public struct InsightInput: Sendable, Hashable {
  /// What it is.
  public let source: DerivedInput.Source
  /// The journal's statements that it came from; their frames are looked up there.
  public let statements: Set<Int>
  /// The journal's frames that it came from, if they are known already.
  public let frames: [Int]

  /// An input.
  public init(_ source: DerivedInput.Source, statements: Set<Int> = [], frames: [Int] = []) {
    self.source = source
    self.statements = statements
    self.frames = frames
  }
}

/// A computed value with its algorithm and inputs.
public struct Finding: Sendable, Hashable {
  /// The value in its metric's unit.
  public let value: Double
  public let algorithm: InsightAlgorithm
  /// The confidence, 0…1, as the algorithm defines it; `nil` if the algorithm gives none.
  public let confidence: Double?
  public let inputs: [InsightInput]

  /// A computed value.
  public init(_ value: Double, _ algorithm: InsightAlgorithm, confidence: Double?, inputs: [InsightInput]) {
    self.value = value
    self.algorithm = algorithm
    self.confidence = confidence
    self.inputs = inputs
  }
}

/// The reason why a value cannot be computed.
public struct InsightGap: PhrasedError, Sendable, Hashable {
  /// The reason, as a text for people.
  public let phrase: Phrase

  /// A reason.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
