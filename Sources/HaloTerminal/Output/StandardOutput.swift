package import SystemPackage

/// Writes results to standard output.
package enum StandardOutput {
  /// Writes all of `bytes`, to standard output or to another file.
  package static func write(_ bytes: some Sequence<UInt8>, to file: FileDescriptor? = nil) throws {
    do {
      try (file ?? StandardStreams.current[.standardOutput]).writeAll(bytes)
    } catch Errno.brokenPipe {
      // The reader closed the pipe, which is normal; 141 is the usual exit status for this.
      throw Failure(EX.brokenPipe)
    } catch let error as Errno {
      if StandardStreams.current.outputFailure.noteIsFirst() {
        StandardError.report("cannot write the output: \(error)")
      }
      throw Failure(EX.ioError)
    }
  }

  /// Writes `text`, without invisible characters.
  package static func write(text: String) throws { try write(TerminalText.safe(text).utf8) }

  /// Writes lines for a person, without characters that would control the terminal.
  package static func write(_ lines: Phrase...) throws {
    try write(text: lines.map { VisibleText.printable($0.text) + "\n" }.joined())
  }

  /// Writes `value` as one line of JSON, its keys sorted.
  package static func write(json value: some Encodable) throws { try write(text: line(json: value)) }

  /// Writes a value as JSON, or as a text for the terminal.
  package static func write(
    _ value: @autoclosure () throws -> some Encodable, json: Bool, text: (Terminal) throws -> String
  ) throws {
    if json { try write(json: value()) } else { try write(text: text(.current())) }
  }

  /// Writes a list as JSON: a line for each value, and `[]` for an empty list, so that the output is always JSON.
  package static func write(jsonList values: [some Encodable]) throws {
    if values.isEmpty { try write(text: "[]\n") }
    for value in values { try write(json: value) }
  }

  /// Returns `value` as one line of JSON with sorted keys. Its texts are in English, because programs read them, and
  /// in the wearer's units.
  package static func line(json value: some Encodable) throws -> String {
    let wording = Wording(usesImperialUnits: Wording.current.usesImperialUnits)
    return try Wording.$current.withValue(wording) { try VisibleText.json(value) } + "\n"
  }
}
