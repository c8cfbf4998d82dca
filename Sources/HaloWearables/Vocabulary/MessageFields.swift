/// A device message whose fields have names of the project's vocabulary (`docs/messages.md`).
///
/// A type describes its fields once, in `write(to:)`. This serves both the JSON lines that `halo decode` prints
/// (``JSONLineWriter``, without allocation) and every Swift `Encoder` (through `Encodable`).
public protocol MessageFields: Encodable, Sendable {
  /// Writes all fields in alphabetical order. Absent fields are skipped.
  func write<Fields: FieldWriter>(to fields: inout Fields)

  /// Appends the message as one line of JSON. Conforming types use the default implementation.
  func appendJSONLine(to lines: inout JSONLineWriter)
}

extension MessageFields {
  /// Appends the message as one line of JSON.
  @inlinable
  public func appendJSONLine(to lines: inout JSONLineWriter) {
    lines.append { fields in
      fields.beginObject()
      write(to: &fields)
      fields.endObject()
      fields.endLine()
    }
  }

  /// Encodes the fields in alphabetical order.
  public func encode(to encoder: any Encoder) throws {
    var fields = EncoderFieldWriter(encoder)
    write(to: &fields)
    try fields.finish()
  }
}
