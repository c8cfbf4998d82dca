/// Why a value is never written to a device by hand.
public struct WriteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it would do, and what to use instead, in sentences.
  public let description: String

  /// A refusal that says so.
  public init(_ description: String) { self.description = description }
}
