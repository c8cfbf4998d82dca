/// An error of the attribute protocol that a device answers with.
public struct AttributeError: Error, Hashable, Sendable {
  /// The code (Core Specification, volume 3, part F, 3.4.1.1).
  public let code: UInt8

  /// An error with that code.
  public init(code: UInt8) { self.code = code }
}
