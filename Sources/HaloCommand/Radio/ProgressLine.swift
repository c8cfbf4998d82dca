/// A progress line on the terminal, which is cleared at the end.
struct ProgressLine: Sendable {
  /// True if progress is shown; false without a terminal.
  var isShown = Terminal.isTerminal(.standardError)

  func show(_ progress: SyncProgress) {
    guard isShown else { return }
    let width = 24
    let filled = progress.total == 0 ? 0 : min(progress.done * width / progress.total, width)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    StandardError.write("\r\u{1B}[2K\(bar) \(Phrase("\(progress.done) of \(progress.total)").text)  \(progress.latest)")
  }

  func show(_ event: LinkEvent) {
    if let words = event.words { show(Phrase(verbatim: words)) }
  }

  func show(_ phrase: Phrase) {
    if isShown { StandardError.write("\r\u{1B}[2K\(TextFormat.printable(phrase.text))") }
  }

  func clear() {
    if isShown { StandardError.write("\r\u{1B}[2K") }
  }
}
