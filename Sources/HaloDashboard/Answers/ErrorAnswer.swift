/// The body of an error response.
struct ErrorAnswer: Encodable, Sendable {
  /// What failed, and what to do next. Events have no code.
  struct Message: Codable, Sendable {
    var code: String?
    let message: Phrase
    let advice: Phrase?
  }

  /// The confirmation that a dangerous request requires.
  struct Confirmation: Encodable, Sendable {
    let id: String
    let words: Phrase
    let expires: Moment
  }

  let error: Message
  let confirmation: Confirmation?
}
