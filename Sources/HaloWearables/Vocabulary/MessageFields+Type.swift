extension MessageFields {
  /// The message's `type` in the vocabulary.
  public var type: String? {
    var finder = TypeFinder()
    write(to: &finder)
    return finder.type
  }
}

/// Extracts the type from a message's fields.
private struct TypeFinder: ValueWriter {
  var type: String?

  mutating func put<Value: Encodable>(_ name: StaticString, _ value: @autoclosure () -> Value) {
    guard type == nil, name.utf8CodeUnitCount == 4, name.description == "type" else { return }
    type = value() as? String
  }
}
