/// `POST /devices/{id}/actions/{action}`: the values of the action's parameters.
struct ActionRequestBody: Decodable, Sendable {
  private let arguments: [String: RequestField]?
  let confirmation: RequestField?

  /// Returns the values as text. `null` is no value.
  func texts() throws -> [String: String] {
    try (arguments ?? [:]).filter { !$0.value.isEmpty }.mapValues { value in
      let number = value.integer.map(String.init) ?? value.double.map { "\($0)" }
      if let text = value.text ?? number ?? value.flag.map({ "\($0)" }) { return text }
      throw APIError.wrong("'arguments' must have numbers, texts, true or false.")
    }
  }
}
