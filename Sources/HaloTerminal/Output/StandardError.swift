import SystemPackage

/// Writes errors and progress to standard error.
package enum StandardError {
  /// Writes `text`, without invisible characters. Errors are ignored: there is no other place to report them.
  package static func write(_ text: String, to streams: StandardStreams = .current) {
    _ = try? streams[.standardError].writeAll(TerminalText.safe(text).utf8)
  }

  /// Writes a message of the program, "halo: …", and further lines, without characters that would control the terminal.
  package static func report(_ phrases: Phrase...) { report(phrases) }

  /// Writes phrases that belong together, one per line.
  package static func report(_ phrases: [Phrase]) {
    if !phrases.isEmpty { write("halo: " + phrases.map { VisibleText.printable($0.text) + "\n" }.joined()) }
  }
}
