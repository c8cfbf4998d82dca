import Testing

@testable import HaloTerminal

@Suite("The line editor")
struct LineEditorTests {
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"
  private static let left = "\u{1B}[D"
  private static let words = ["read", "services", "subscribe"]

  private func complete(_ text: String) -> [String] {
    let typed = text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    return Self.words.filter { $0.hasPrefix(typed) }
  }

  private func type(_ keys: String, into editor: inout LineEditor) -> [LineEditor.Event] {
    editor.receive([UInt8](keys.utf8), complete: complete)
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc\u{01}x", "xabc"), ("abc\u{01}\u{05}x", "abcx"), ("abc\(left)\(left)x", "axbc"),
    ("abc\u{7F}", "ab"), ("abc\u{01}\u{04}", "bc"), ("abc\u{01}\u{1B}[3~", "bc"), ("one two\u{17}", "one "),
    ("one two\u{15}", ""), ("one two\u{17}\u{01}\u{19}", "twoone "), ("one two\u{01}\u{0B}", ""),
    ("abc\u{1B}[Hx\u{1B}[Fy", "xabcy"), ("one two\u{1B}bX", "one Xtwo"), ("ü€🫀\u{7F}", "ü€"),
    ("abc\u{1B}[1;5Dx", "xabc"), ("a\u{1B}[99~b", "ab"), ("\u{7F}\(left)\u{17}\u{15}", ""),
  ])
  func `keys edit the line as in a shell`(typed: String, line: String) {
    var editor = LineEditor()
    _ = type(typed, into: &editor)
    #expect(editor.line == line)
    // The same keys one byte at a time, as over a slow connection.
    var slow = LineEditor()
    for byte in typed.utf8 { _ = slow.receive([byte], complete: complete) }
    #expect(slow.line == line)
  }

  @Test func `Return submits the line, and the arrow keys recall earlier lines and the unfinished one`() {
    var editor = LineEditor()
    #expect(type("first\nsecond\n", into: &editor) == [.line("first"), .line("second")])
    _ = type("beg\(Self.up)", into: &editor)
    #expect(editor.line == "second")
    _ = type("\(Self.up)\(Self.up)\(Self.up)", into: &editor)
    #expect(editor.line == "first")
    _ = type("\(Self.down)\(Self.down)\(Self.down)", into: &editor)
    #expect(editor.line == "beg")
    _ = type("\u{15}second\n\(Self.up)", into: &editor)
    #expect(editor.line == "second")
    _ = type(Self.up, into: &editor)
    #expect(editor.line == "first")
  }

  @Test func `Tab completes an unambiguous prefix, and lists the candidates otherwise`() {
    var editor = LineEditor()
    #expect(type("r\t", into: &editor) == [])
    #expect(editor.line == "read ")
    _ = type("\u{15}s\t", into: &editor)
    #expect(editor.line == "s")
    #expect(type("\t", into: &editor) == [.choices(["services", "subscribe"])])
    #expect(type("u\tX", into: &editor) == [])
    #expect(editor.line == "subscribe X")
    #expect(type("\u{15}zz\t", into: &editor) == [.bell])
  }

  @Test func `Control-D ends the input only on an empty line`() {
    var editor = LineEditor()
    #expect(type("a\u{04}", into: &editor) == [])
    #expect(type("\u{7F}\u{04}", into: &editor) == [.end])
  }

  @Test func `a line longer than the terminal shows the part around its cursor`() {
    var editor = LineEditor()
    _ = type(String(repeating: "a", count: 50) + "end", into: &editor)
    let drawn = editor.drawing(prompt: "> ", width: 20)
    #expect(drawn.hasPrefix("\r> a"))
    #expect(drawn.hasSuffix("end\u{1B}[K"))
    #expect(drawn.count < 30)
    _ = type("\u{01}", into: &editor)
    #expect(editor.drawing(prompt: "> ", width: 20).hasSuffix("\u{1B}[17D"))
  }

  @Test func `arbitrary bytes do not crash the editor`() {
    var random = SystemRandomNumberGenerator()
    var editor = LineEditor()
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = editor.receive(bytes, complete: complete)
      _ = editor.drawing(prompt: "> ", width: 20)
    }
  }
}
