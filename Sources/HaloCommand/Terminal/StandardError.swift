import SystemPackage

/// Writes errors and progress to standard error.
enum StandardError {
  /// Writes `text`, without invisible characters. Errors are ignored: there is no other place to report them.
  static func write(_ text: String, in context: ProgramContext = .current) {
    _ = try? context[.standardError].writeAll(TerminalText.safe(text).utf8)
  }

  /// Writes a message of the program, "halo: …", and further lines, without characters that would control the terminal.
  static func report(_ phrases: Phrase...) { report(phrases) }

  /// Writes phrases that belong together, one per line.
  static func report(_ phrases: [Phrase]) {
    if !phrases.isEmpty { write("halo: " + phrases.map { TextFormat.printable($0.text) + "\n" }.joined()) }
  }
}
