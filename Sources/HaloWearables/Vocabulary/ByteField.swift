/// A named byte range of a message: one line of its byte map.
public struct ByteField: Hashable, Sendable {
  /// The field's name in the message's JSON line; `alarms.enabled` is part of the field `alarms`.
  public let name: String
  /// The bytes of the field, counted from the start of the message.
  public let range: Range<Int>

  /// Creates the field `name` of the bytes `range`.
  public init(_ name: String, _ range: Range<Int>) {
    self.name = name
    self.range = range
  }
}
