public import HaloText

/// A value that a ``ProfileField`` does not take.
public struct ProfileError: Error, Sendable, Hashable, PhrasedError {
  /// The field.
  public let field: ProfileField
  /// The values that it takes, such as "a number of steps from 500 to 50000".
  public let expected: Phrase

  /// An error that names a field and the values that it takes.
  public init(_ field: ProfileField, expected: Phrase) {
    self.field = field
    self.expected = expected
  }

  public var phrase: Phrase {
    field.isOptional
      ? Phrase("'\(field.rawValue)' is \(expected), or empty.") : Phrase("'\(field.rawValue)' is \(expected).")
  }
}
