extension Decoder {
  /// Decodes a text that stands for a value. `kind` describes the values in the error about another text.
  func converted<Value>(to kind: String, _ convert: (String) -> Value?) throws -> Value {
    let text = try String(from: self)
    guard let value = convert(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "'\(text)' is not \(kind)"))
    }
    return value
  }
}
