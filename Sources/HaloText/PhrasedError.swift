/// An error with a text for the user: what failed, for which device or file, and what to do next.
public protocol PhrasedError: Error, CustomStringConvertible {
  /// The text for the user: what failed, and what to do next.
  var phrase: Phrase { get }
}

extension PhrasedError {
  /// The text in English, for logs.
  public var description: String { phrase.english }
}

extension Phrase {
  /// Creates a phrase from an error. An error without a phrase is described in English.
  public init(_ error: any Error) { self = (error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)") }
}

extension Phrase.StringInterpolation {
  /// Adds the error's phrase.
  public mutating func appendInterpolation(_ error: any Error) { appendInterpolation(Phrase(error)) }
}
