/// A named range of a message's bytes: one line of its byte map.
public struct ByteField: Hashable, Sendable {
  /// The field's name in the message's JSON line; `alarms.enabled` is part of the field `alarms`.
  public let name: String
  /// The bytes that hold the field, counted from the start of the message.
  public let range: Range<Int>

  /// The bytes `range` hold the field `name`.
  public init(_ name: String, _ range: Range<Int>) {
    self.name = name
    self.range = range
  }
}
