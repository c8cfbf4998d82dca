import Synchronization

/// A terminal on which a line is typed while other lines come.
final class ExploreScreen: Sendable {
  private struct State {
    var editor = LineEditor()
    /// Whether the line that is typed is on the screen.
    var isTyping = false
  }

  private let prompt: String
  private let state = Mutex(State())

  init(prompt: String) { self.prompt = prompt }

  /// Shows the line that is typed.
  func begin() {
    state.withLock { state in
      state.isTyping = true
      draw(state.editor)
    }
  }

  /// Leaves the line that is typed.
  func pause() {
    state.withLock { state in
      if state.isTyping { write("\n") }
      state.isTyping = false
    }
  }

  /// Shows lines above the one that is typed.
  func print(_ text: String) {
    state.withLock { state in
      write((state.isTyping ? "\r\u{1B}[K" : "") + text + "\n")
      if state.isTyping { draw(state.editor) }
    }
  }

  /// Takes keys, and shows what became of the line.
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

  /// A terminal that is gone ends the program by its signal.
  private func write(_ text: String) { try? StandardOutput.write(text: text) }
}
