/// A device message that can name its fields, in the project's one vocabulary for device messages (`docs/messages.md`).
///
/// A type describes itself once, in `write(to:)`. That one description serves the JSON lines that `halo decode` prints
/// (``JSONLineWriter``, without allocating) and every Swift `Encoder` (the conformance to `Encodable`).
public protocol MessageFields: Encodable, Sendable {
  /// Writes every field, in the alphabetical order of their names. A field that the message does not have is not written.
  func write<Fields: FieldWriter>(to fields: inout Fields)

  /// Appends the message as one line of JSON. Conforming types take the default.
  func appendJSONLine(to lines: inout JSONLineWriter)
}

extension MessageFields {
  @inlinable
  public func appendJSONLine(to lines: inout JSONLineWriter) {
    lines.append { fields in
      fields.beginObject()
      write(to: &fields)
      fields.endObject()
      fields.endLine()
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = EncoderFieldWriter(encoder)
    write(to: &fields)
    try fields.finish()
  }
}
