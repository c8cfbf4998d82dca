/// An error of the attribute protocol, as a device answers it.
public struct AttributeError: Error, Hashable, Sendable {
  /// The code (Core Specification, volume 3, part F, 3.4.1.1).
  public let code: UInt8

  /// The error of that code.
  public init(code: UInt8) { self.code = code }
}
