/// A device's identity on one radio: an address on Linux and in simulations, a system identifier on Apple systems.
public struct DeviceID: Hashable, Sendable, CustomStringConvertible {
  /// The radio's own text, such as `C3:11:22:33:44:55`.
  public let text: String

  /// An identifier with that text.
  public init(_ text: String) { self.text = text }

  /// An identifier read from a file. Addresses and UUIDs are converted to upper case, as radios report them.
  public init(imported text: String) {
    let isHexadecimal = text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "-" }
    self.text = isHexadecimal ? text.uppercased() : text
  }

  /// The identifier's text.
  public var description: String { text }
}
