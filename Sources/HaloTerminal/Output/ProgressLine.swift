/// A progress line on the terminal, which is cleared at the end.
package struct ProgressLine: Sendable {
  /// True if progress is shown; false without a terminal.
  private let isShown: Bool

  package init(isShown: Bool = Terminal.isTerminal(.standardError)) { self.isShown = isShown }

  /// Shows how much of some work is done, and what is done now.
  package func show(_ done: Int, of total: Int, _ latest: String) {
    let width = 24
    let filled = total == 0 ? 0 : min(done * width / total, width)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    draw("\(bar) \(Phrase("\(done) of \(total)").text)  \(latest)")
  }

  package func show(_ phrase: Phrase) { draw(VisibleText.printable(phrase.text)) }

  package func clear() { draw("") }

  private func draw(_ text: String) {
    if isShown { StandardError.write("\r\u{1B}[2K\(text)") }
  }
}
