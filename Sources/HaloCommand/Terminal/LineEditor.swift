/// A line that a person types and changes, with what was typed before. It takes what the terminal sends for keys, and says what to do;
/// it neither reads nor writes.
struct LineEditor {
  /// What keys came to.
  enum Event: Equatable {
    /// Return: the line is done.
    case line(String)
    /// Tab, where several words could follow.
    case choices([String])
    /// Tab, where nothing could follow.
    case bell
    /// The screen is to be cleared.
    case clear
    /// Control-D on an empty line: no more lines.
    case end
  }

  /// Which words could stand at the end of the text before the cursor; each replaces the last word of it.
  typealias Completion = (String) -> [String]

  private var text: [Character] = []
  private var cursor = 0
  /// Lines that were typed before, the oldest first.
  private var history: [String] = []
  /// Which of them is shown; as many as there are where none is.
  private var place = 0
  /// What was typed before an earlier line was shown.
  private var draft: [Character] = []
  /// What was cut last.
  private var cut: [Character] = []
  /// What has come of a key that is not whole yet.
  private var pending: [UInt8] = []

  /// The line as it is.
  var line: String { String(text) }

  /// Takes bytes from the terminal. Keys may come in pieces.
  mutating func receive(_ bytes: [UInt8], complete: Completion) -> [Event] {
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

  /// What draws the line anew where the cursor stands on it, in a terminal of `width` columns: the part around the cursor, where it is
  /// longer than that.
  func drawing(prompt: String, width: Int) -> String {
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
    case 0x10: show(place - 1)
    case 0x0E: show(place + 1)
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

  /// What comes after an escape.
  private mutating func take(sequence: String) {
    switch sequence {
    case "[A", "OA": show(place - 1)
    case "[B", "OB": show(place + 1)
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

  /// How long the sequence is that bytes begin with; `nil` where more has to come (ECMA-48, 5.4: parameters, then a final byte).
  private static func lengthOfSequence(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else { return nil }
      return end + 1
    case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
    // Escape itself, and then another key.
    case 0x1B: return 1
    default: return 2
    }
  }

  // MARK: The text

  private var wordStart: Int {
    var start = cursor
    while start > 0, text[start - 1] == " " { start -= 1 }
    while start > 0, text[start - 1] != " " { start -= 1 }
    return start
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
    (text, cursor, draft, place) = ([], 0, [], history.count)
    return .line(line)
  }

  private mutating func show(_ wanted: Int) {
    guard (0...history.count).contains(wanted), wanted != place else { return }
    if place == history.count { draft = text }
    text = wanted == history.count ? draft : [Character](history[wanted])
    (place, cursor) = (wanted, text.count)
  }

  private mutating func completed(_ complete: Completion) -> Event? {
    let choices = complete(String(text[..<cursor]))
    guard let first = choices.first else { return .bell }
    let common = choices.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    var start = cursor
    while start > 0, text[start - 1] != " " { start -= 1 }
    let typed = cursor - start
    if choices.count == 1 || common.count > typed {
      remove(start..<cursor)
      insert(choices.count == 1 ? first + " " : common)
      return nil
    }
    return .choices(choices)
  }
}
