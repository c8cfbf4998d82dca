/// An error that ends a command with its own exit status or with advice. `HaloProgram` has the status of other errors.
package protocol ReportedError: PhrasedError {
  /// The exit status of the command.
  var exitStatus: Int32 { get }
  /// The phrase, with advice that depends on command options.
  var advice: Phrase { get }
}

extension ReportedError {
  package var advice: Phrase { phrase }
}
