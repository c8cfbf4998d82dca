import HaloReports

/// Why a recording cannot be read.
struct SignalError: Error, CustomStringConvertible {
  let description: String
  /// The exit status that fits.
  let status: Int32

  init(_ phrase: Phrase, status: Int32 = EX.dataError) {
    description = phrase.text
    self.status = status
  }
}
