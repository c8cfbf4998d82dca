package import SystemPackage

/// An error that ends the program with an exit status, after its phrases are written to standard error, if it has any.
package struct Failure: ReportedError {
  package let exitStatus: Int32
  /// The reason and advice, one per line.
  package let phrases: [Phrase]

  package init(_ exitStatus: Int32, _ phrases: Phrase...) { self.init(exitStatus, phrases) }

  package init(_ exitStatus: Int32, _ phrases: [Phrase]) {
    self.exitStatus = exitStatus
    self.phrases = phrases
  }

  package var phrase: Phrase { Phrase.sentences(phrases) ?? "" }
  /// The outcome of a session in the journal. The phrases may have paths of the user's files.
  package var description: String { "exit status \(exitStatus)" }

  /// Opens a file. An error of the system becomes one that names the file.
  package static func opening<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as Errno { throw cannotOpen(path, error) }
  }

  /// A file cannot be opened to be read.
  package static func cannotOpen(_ path: String, _ error: Errno) -> Failure {
    Failure(EX.noInput, "cannot open \(path): \(error). Check that it exists and that you may read it.")
  }

  /// Reads a file. An error of the system becomes one that names the file.
  package static func reading<Result>(
    _ path: String, status: Int32 = EX.ioError, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch let error as Errno { throw Failure(status, "cannot read \(path): \(error)") }
  }
}
