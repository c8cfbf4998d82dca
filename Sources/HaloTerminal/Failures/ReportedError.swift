/// An error that ends a command with its phrase and its own exit status. Any other error with a phrase ends it with
/// `EX.unavailable`.
package protocol ReportedError: PhrasedError {
  /// The exit status of the command.
  var exitStatus: Int32 { get }
  /// The phrase, with advice that depends on command options.
  var advice: Phrase { get }
}

extension ReportedError {
  package var advice: Phrase { phrase }
}
