import Synchronization

/// A terminal on which a line is edited while other lines are printed.
final class ExploreScreen: Sendable {
  private struct State {
    var editor = LineEditor()
    /// True if the input line is on the screen.
    var isTyping = false
  }

  private let prompt: String
  private let state = Mutex(State())

  init(prompt: String) { self.prompt = prompt }

  /// Shows the input line.
  func begin() {
    state.withLock { state in
      state.isTyping = true
      draw(state.editor)
    }
  }

  /// Leaves the input line.
  func pause() {
    state.withLock { state in
      if state.isTyping { write("\n") }
      state.isTyping = false
    }
  }

  /// Prints lines above the input line.
  func print(_ text: String) {
    state.withLock { state in
      write((state.isTyping ? "\r\u{1B}[K" : "") + text + "\n")
      if state.isTyping { draw(state.editor) }
    }
  }

  /// Passes keys to the editor, and redraws the line.
  func receive(_ bytes: [UInt8], complete: LineEditor.Completion) -> [LineEditor.Event] {
    state.withLock { state in
      let events = state.editor.receive(bytes, complete: complete)
      for event in events {
        switch event {
        case .line(let line):
          write("\r" + prompt + line + "\u{1B}[K\n")
          state.isTyping = false
        case .choices(let words): write("\r\u{1B}[K" + words.joined(separator: "  ") + "\n")
        case .bell: write("\u{07}")
        case .clear: write("\u{1B}[H\u{1B}[2J")
        case .end: break
        }
      }
      if state.isTyping { draw(state.editor) }
      return events
    }
  }

  private func draw(_ editor: LineEditor) {
    write(editor.drawing(prompt: prompt, width: Terminal.current().width))
  }

  /// Errors are ignored: if the terminal is closed, a signal ends the program.
  private func write(_ text: String) { try? StandardOutput.write(text: text) }
}
