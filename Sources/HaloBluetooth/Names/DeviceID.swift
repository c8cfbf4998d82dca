/// What a radio knows a device by: an address on Linux and in the simulated air, an identifier of the system's on Apple systems.
public struct DeviceID: Hashable, Sendable, CustomStringConvertible {
  /// The radio's own text, such as `C3:11:22:33:44:55`.
  public let text: String

  /// The device of that text.
  public init(_ text: String) { self.text = text }

  /// The device of an identifier that a file has. Addresses and UUIDs are in capitals, as radios have them.
  public init(imported text: String) {
    let isHexadecimal = text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "-" }
    self.text = isHexadecimal ? text.uppercased() : text
  }

  public var description: String { text }
}
