import Testing

@testable import HaloTerminal

@Suite("Text on a terminal")
struct TerminalTextTests {
  @Test(arguments: [
    ("\u{1B}[1mRing\u{1B}[0m 62 %\n", "\u{1B}[1mRing\u{1B}[0m 62 %\n"), ("\r\u{1B}[2K3 of 7", "\r\u{1B}[2K3 of 7"),
    ("\rhalo> \u{1B}[K\u{1B}[12D", "\rhalo> \u{1B}[K\u{1B}[12D"), ("day\tsteps\n", "day\tsteps\n"),
  ])
  func `colors and movements of Halo itself reach it`(text: String, shown: String) {
    #expect(TerminalText.safe(text) == shown)
  }

  @Test(arguments: [
    ("a\u{9B}31mb", "a?31mb"), ("a\u{1B}]0;title\u{7}b", "a?]0;title?b"), ("one\rtwo", "one?two"),
    ("\u{202E}gnir", "?gnir"),
    ("\u{1B}[1ma\u{1B}Pb\u{200B}\u{1B}[0m", "\u{1B}[1ma?Pb?\u{1B}[0m"), ("\u{1B}[6n", "?[6n"),
    ("\u{1B}[1000000000m", "?[1000000000m"),
  ])
  func `others do not`(text: String, shown: String) {
    #expect(TerminalText.safe(text) == shown)
  }
}
