/// A command of `halo explore`.
enum ExploreAction: Hashable, Sendable {
  /// List the services and characteristics.
  case services
  /// Show what the device is.
  case info
  /// Read a characteristic and its descriptors, or all readable ones if `nil`.
  case read(String?)
  /// Write a characteristic. If `withResponse` is `nil`, the write is with response if the characteristic supports
  /// it.
  case write(String, [UInt8], withResponse: Bool?)
  /// Show the notifications of a characteristic.
  case subscribe(String)
  /// Stop showing the notifications of a characteristic.
  case unsubscribe(String)
  /// Wait for a number of seconds, for scripts.
  case wait(Double)
  case help
  case quit

  /// The error that a line is not a valid command.
  struct Problem: Error, Equatable {
    let words: String

    init(_ phrase: Phrase) { words = VisibleText.printable(phrase.text) }
  }

  static var helpText: String {
    let rows: [(command: String, meaning: Phrase)] = [
      ("services", Phrase("list services and characteristics")), ("info", Phrase("show what the device is")),
      ("read [X]", Phrase("read a characteristic and its descriptors, or everything")),
      (#"write X 01 02 | "text""#, Phrase("write bytes or text; --without-response if both kinds are supported")),
      ("subscribe X, unsubscribe X", Phrase("start and stop printing notifications")),
      ("wait SECONDS", Phrase("wait, for scripts")), ("help, quit", Phrase("Control-D quits too")),
    ]
    let names = Phrase("X is a handle (#12), a UUID (2A19) or the beginning of a name (battery-level). Tab completes.")
    return rows.map { command, meaning in
      command.padded(to: 32) + meaning.text + "\n"
    }.joined() + names.text
  }

  static let words = ["services", "info", "read", "write", "subscribe", "unsubscribe", "wait", "help", "quit"]

  /// Parses a line; `nil` if it is empty or a comment.
  init?(line: String) throws(Problem) {
    let line = line.drop(while: \.isWhitespace)
    let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let word = parts.first, !word.hasPrefix("#") else { return nil }
    let rest = (parts.count > 1 ? String(parts[1]) : "").trimmed
    func noMore(_ order: ExploreAction) throws(Problem) -> ExploreAction {
      guard rest.isEmpty else { throw Problem(Phrase("'\(String(word))' has no arguments.")) }
      return order
    }
    func one(_ make: (String) -> ExploreAction) throws(Problem) -> ExploreAction {
      guard !rest.isEmpty else {
        throw Problem(Phrase("Name a characteristic: '\(String(word)) battery-level'."))
      }
      return make(rest)
    }
    switch word.lowercased() {
    case "services", "ls": self = try noMore(.services)
    case "info": self = try noMore(.info)
    case "help", "?": self = try noMore(.help)
    case "quit", "exit", "q": self = try noMore(.quit)
    case "read": self = .read(rest.isEmpty || rest == "all" ? nil : rest)
    case "subscribe", "sub": self = try one { .subscribe($0) }
    case "unsubscribe", "unsub": self = try one { .unsubscribe($0) }
    case "wait":
      guard let seconds = Double(rest), (0...86_400).contains(seconds) else {
        throw Problem(Phrase("'wait' needs a number of seconds, such as 'wait 5'."))
      }
      self = .wait(seconds)
    case "write": self = try Self.write(rest)
    default: throw Problem(Phrase("'\(String(word))' is not a command. 'help' lists the commands."))
    }
  }

  private static func write(_ text: String) throws(Problem) -> ExploreAction {
    var text = text
    var withResponse: Bool?
    for (option, meaning) in [("--without-response", false), ("--with-response", true)] {
      if text.hasPrefix(option + " ") {
        withResponse = meaning
        text = String(text.dropFirst(option.count)).trimmed
      } else if text.hasSuffix(" " + option) {
        withResponse = meaning
        text = String(text.dropLast(option.count)).trimmed
      }
    }
    let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard parts.count == 2 else { throw Problem(Phrase("Name a characteristic and the bytes: 'write 2A21 0A 00'.")) }
    return .write(String(parts[0]), try bytes(String(parts[1]).trimmed), withResponse: withResponse)
  }

  /// Parses bytes: hexadecimal, or text between quotation marks.
  static func bytes(_ text: String) throws(Problem) -> [UInt8] {
    if text.count >= 2, text.first == "\"", text.last == "\"" { return [UInt8](text.dropFirst().dropLast().utf8) }
    var bytes: [UInt8] = []
    var copy = text
    switch copy.withUTF8({ HexFrame.parse(UnsafeRawBufferPointer($0), into: &bytes) }) {
    case .frame(nil): return bytes
    case .problem(_, let words):
      throw Problem(Phrase("\(words). Write bytes in hexadecimal, such as '01 02', and text in quotation marks."))
    case .nothing, .frame:
      throw Problem(Phrase("Write bytes in hexadecimal, such as '01 02', and text in quotation marks."))
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
