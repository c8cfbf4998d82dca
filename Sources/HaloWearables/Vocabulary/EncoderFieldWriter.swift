/// Writes a message's fields to any Swift `Encoder`.
struct EncoderFieldWriter: ValueWriter {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: StaticString) { stringValue = name.description }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var container: KeyedEncodingContainer<Key>
  private var failure: (any Error)?

  init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: Key.self)
  }

  /// Throws the first error of a field.
  func finish() throws {
    if let failure { throw failure }
  }

  mutating func put<Value: Encodable>(_ name: StaticString, _ value: @autoclosure () -> Value) {
    guard failure == nil else { return }
    do { try container.encode(value(), forKey: Key(name)) } catch { failure = error }
  }
}
