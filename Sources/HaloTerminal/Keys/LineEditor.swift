/// A line editor with history and completion. It consumes the terminal's key bytes and returns events; it does no
/// input or output.
package struct LineEditor {
  /// The result of key presses.
  package enum Event: Equatable {
    /// Return: the line is complete.
    case line(String)
    /// Tab, if several words could follow.
    case choices([String])
    /// Tab, if no word could follow.
    case bell
    /// Control-L: clear the screen.
    case clear
    /// Control-D on an empty line: the end of input.
    case end
  }

  /// Returns the completions for the text before the cursor; each replaces its last word.
  package typealias Completion = (String) -> [String]

  private var text: [Character] = []
  private var cursor = 0
  /// The history, the oldest line first.
  private var history: [String] = []
  /// The index of the shown history line; the history's count if none is shown.
  private var historyIndex = 0
  /// The text that was typed before a history line was shown.
  private var draft: [Character] = []
  /// The text that was cut last.
  private var cut: [Character] = []
  /// The bytes of an incomplete key sequence.
  private var pending: [UInt8] = []

  package init() {}

  /// The current text of the line.
  package var line: String { String(text) }

  /// Consumes bytes from the terminal. A key sequence may be split across calls.
  package mutating func receive(_ bytes: [UInt8], complete: Completion) -> [Event] {
    pending += bytes
    var events: [Event] = []
    while let first = pending.first {
      if first == 0x1B {
        guard let length = Self.lengthOfSequence(pending) else { break }
        take(sequence: String(decoding: pending[1..<length], as: UTF8.self))
        pending.removeFirst(length)
      } else if first < 0x20 || first == 0x7F {
        pending.removeFirst()
        if let event = take(control: first, complete) { events.append(event) }
      } else {
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard pending.count >= length else { break }
        insert(String(decoding: pending[..<length], as: UTF8.self))
        pending.removeFirst(length)
      }
    }
    return events
  }

  /// Returns the text that redraws the line in a terminal of `width` columns. Of a longer line, only the part around
  /// the cursor is drawn.
  package func drawing(prompt: String, width: Int) -> String {
    let room = max(width - prompt.count - 1, 8)
    let start = max(0, cursor - room)
    let shown = text[start..<min(text.count, start + room)]
    let back = shown.count - (cursor - start)
    return "\r" + prompt + String(shown) + "\u{1B}[K" + (back > 0 ? "\u{1B}[\(back)D" : "")
  }

  // MARK: Keys

  private mutating func take(control: UInt8, _ complete: Completion) -> Event? {
    switch control {
    case 0x0A, 0x0D: return finish()
    case 0x09: return completed(complete)
    case 0x01: cursor = 0
    case 0x05: cursor = text.count
    case 0x02: cursor = max(cursor - 1, 0)
    case 0x06: cursor = min(cursor + 1, text.count)
    case 0x10: show(historyIndex - 1)
    case 0x0E: show(historyIndex + 1)
    case 0x08, 0x7F: remove(max(cursor - 1, 0)..<cursor)
    case 0x04:
      if text.isEmpty { return .end }
      remove(cursor..<min(cursor + 1, text.count))
    case 0x15: cutOut(0..<cursor)
    case 0x0B: cutOut(cursor..<text.count)
    case 0x17: cutOut(wordStart..<cursor)
    case 0x19: insert(String(cut))
    case 0x0C: return .clear
    default: break
    }
    return nil
  }

  /// Handles the sequence after an escape.
  private mutating func take(sequence: String) {
    switch sequence {
    case "[A", "OA": show(historyIndex - 1)
    case "[B", "OB": show(historyIndex + 1)
    case "[C", "OC": cursor = min(cursor + 1, text.count)
    case "[D", "OD": cursor = max(cursor - 1, 0)
    case "[H", "OH", "[1~", "[7~": cursor = 0
    case "[F", "OF", "[4~", "[8~": cursor = text.count
    case "[3~": remove(cursor..<min(cursor + 1, text.count))
    case "b", "[1;5D": cursor = wordStart
    case "f", "[1;5C":
      while cursor < text.count, text[cursor] == " " { cursor += 1 }
      while cursor < text.count, text[cursor] != " " { cursor += 1 }
    default: break
    }
  }

  /// Returns the length of the escape sequence at the start of `bytes`; `nil` if it is incomplete (ECMA-48, 5.4:
  /// parameters, then a final byte).
  private static func lengthOfSequence(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else { return nil }
      return end + 1
    case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
    // The Escape key, followed by another key.
    case 0x1B: return 1
    default: return 2
    }
  }

  // MARK: The text

  private var wordStart: Int {
    let word = text[..<cursor].lastIndex { $0 != " " } ?? 0
    return text[..<word].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }

  private mutating func insert(_ new: String) {
    let characters = new.filter { $0 != "\u{FFFD}" }
    text.insert(contentsOf: characters, at: cursor)
    cursor += characters.count
  }

  private mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func cutOut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cut = [Character](text[range])
    remove(range)
  }

  private mutating func finish() -> Event {
    let line = line
    if line.contains(where: { $0 != " " }), history.last != line { history.append(line) }
    text = []
    cursor = 0
    draft = []
    historyIndex = history.count
    return .line(line)
  }

  private mutating func show(_ wanted: Int) {
    guard (0...history.count).contains(wanted), wanted != historyIndex else { return }
    if historyIndex == history.count { draft = text }
    text = wanted == history.count ? draft : [Character](history[wanted])
    historyIndex = wanted
    cursor = text.count
  }

  private mutating func completed(_ complete: Completion) -> Event? {
    let choices = complete(String(text[..<cursor]))
    guard let first = choices.first else { return .bell }
    let common = choices.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    let start = text[..<cursor].lastIndex(of: " ").map { $0 + 1 } ?? 0
    let typed = cursor - start
    if choices.count == 1 || common.count > typed {
      remove(start..<cursor)
      insert(choices.count == 1 ? first + " " : common)
      return nil
    }
    return .choices(choices)
  }
}
