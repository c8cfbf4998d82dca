/// A line of results on the terminal, which the next one replaces. It is not shown without a terminal, or if the results
/// are JSON.
package struct ResultLine: Sendable {
  /// True if the results are JSON.
  package let isJSON: Bool
  /// True if the line is shown.
  package let isShown: Bool
  package let terminal = Terminal.current()
  private let output: @Sendable (String) throws -> Void

  /// Creates a line for a command's results, written by `output`. `json` is true if they are JSON.
  package init(
    json: Bool, output: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write(text: $0) }
  ) {
    self.output = output
    isJSON = json
    isShown = !json && Terminal.isTerminal(.standardOutput)
  }

  /// Replaces the line, if it is shown.
  package func draw(_ text: String) throws { if isShown { try output("\r\u{1B}[2K" + text) } }

  /// Replaces the line by as much of a message as fits.
  package func note(_ text: String) { try? draw(String(VisibleText.printable(text).prefix(terminal.width - 1))) }

  /// Clears the line.
  package func clear() { try? draw("") }
}
