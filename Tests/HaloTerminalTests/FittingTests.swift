import HaloText
import Testing

@testable import HaloTerminal

@Suite("What fits in a terminal")
struct FittingTests {
  @Test func `a table drops the least important columns that do not fit`() {
    let columns: [DayTable.Column] = [
      ("Steps", "", ["8,000", "10,725"]), ("Distance", "", ["5.0 km", "12.5 km"]), ("HRV", "ms", ["55", "–"]),
    ]
    func lines(width: Int) -> (head: [String], rows: [String], hidden: [String]) {
      DayTable.lines(labels: ["Mon", "Tue"], columns: columns, priorities: [0, 2, 1], width: width)
    }
    let all = lines(width: 26)
    let narrow = lines(width: 25)
    #expect(all.head == ["      Steps  Distance  HRV", "                        ms"])
    #expect(all.rows == ["Mon   8,000    5.0 km   55", "Tue  10,725   12.5 km    –"] && all.hidden.isEmpty)
    #expect(narrow.head == ["      Steps  HRV", "              ms"])
    #expect(narrow.hidden == ["Too narrow for: Distance."])
  }

  @Test func `the rest of a long line begins below its text`() {
    let terminal = Terminal(width: 24, usesColor: true)
    let painted = terminal.paint("night", .faint) + "   seven hours and a half asleep"
    #expect(
      terminal.fitted("  \(painted)\nshort\n\nwords without any column at all")
        == "  \u{1B}[2mnight\u{1B}[0m   seven hours\n          and a half\n          asleep\nshort\n\n"
        + "words without any column\nat all")
    #expect(terminal.fitted("a /very/long/path/that/has/no/spaces") == "a\n/very/long/path/that/has/no/spaces")
  }
}

@Suite("The locale")
struct LocaleTests {
  @Test(
    arguments: [
      (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "en_GB.UTF-8"], true),
    ] as [([String: String], Bool)])
  func `the first locale variable that is set determines whether the terminal supports UTF-8`(
    variables: [String: String], isUnicode: Bool
  ) {
    #expect(Terminal.isUnicode { variables[$0] } == isUnicode)
  }
}
