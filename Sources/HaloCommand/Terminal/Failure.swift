/// An error that ends the program with an exit status, after its phrases are written to standard error, if it has any.
struct Failure: ReportedError {
  let exitStatus: Int32
  /// The reason and advice, one per line.
  let phrases: [Phrase]

  init(_ exitStatus: Int32, _ phrases: Phrase...) { self.init(exitStatus, phrases) }

  init(_ exitStatus: Int32, _ phrases: [Phrase]) {
    self.exitStatus = exitStatus
    self.phrases = phrases
  }

  var phrase: Phrase { Phrase.sentences(phrases) ?? "" }
}
