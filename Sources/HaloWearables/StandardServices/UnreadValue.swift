/// A value that could not be read. Its bytes are kept.
public enum UnreadValue: MessageFields, Hashable {
  /// Nobody has said what it means; `command` is its first byte, where the characteristic has commands.
  case unknown([UInt8], command: UInt8? = nil)
  /// It is shorter than the least that the characteristic holds.
  case tooShort([UInt8])

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
