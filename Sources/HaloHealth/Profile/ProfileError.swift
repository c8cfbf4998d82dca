/// A value that a ``ProfileField`` does not accept.
public struct ProfileError: Error, Sendable, Hashable, PhrasedError {
  public let field: ProfileField
  /// The accepted values, such as "a number of steps from 500 to 50000".
  public let expected: Phrase

  /// An error about a field, with the values that it accepts.
  public init(_ field: ProfileField, expected: Phrase) {
    self.field = field
    self.expected = expected
  }

  /// The message for a person.
  public var phrase: Phrase {
    field.isOptional
      ? Phrase("'\(field.rawValue)' is \(expected), or empty.") : Phrase("'\(field.rawValue)' is \(expected).")
  }
}
