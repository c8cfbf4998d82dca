import HaloReports

/// The reason why a recording cannot be read.
struct SignalError: Error, CustomStringConvertible {
  let description: String
  /// The exit status of the error.
  let status: Int32

  init(_ phrase: Phrase, status: Int32 = EX.dataError) {
    description = phrase.text
    self.status = status
  }
}
