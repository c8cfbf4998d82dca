extension ValidationError {
  /// Creates a usage error in the user's language.
  init(_ phrase: Phrase) { self.init(phrase.text) }
}
