/// A value that could not be decoded, with its bytes.
public enum UndecodedValue: MessageFields, Hashable {
  /// The meaning of the value is unknown. `command` is its first byte if the characteristic uses command codes.
  case unknown([UInt8], command: UInt8? = nil)
  /// The value is shorter than the characteristic's minimum.
  case tooShort([UInt8])

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    switch self {
    case .unknown(let bytes, let command):
      if let command { fields.field("command", code: command) }
      fields.field("hex", hexadecimal: bytes)
      fields.field("type", "unknown")
    case .tooShort(let bytes):
      fields.field("hex", hexadecimal: bytes)
      fields.field("reason", "length")
      fields.field("type", "corrupt")
    }
  }
}
