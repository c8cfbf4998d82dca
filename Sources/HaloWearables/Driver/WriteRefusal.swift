/// The reason why a value must not be written to a device.
public struct WriteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the value would do, and what to use instead, in sentences.
  public let description: String

  /// A refusal with these sentences.
  public init(_ description: String) { self.description = description }
}
