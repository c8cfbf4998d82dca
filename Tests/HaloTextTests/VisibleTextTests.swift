import Foundation
import HaloText
import Testing

@Suite("Invisible characters")
struct VisibleTextTests {
  /// Controls of a terminal with one and two bytes, marks of direction, and characters without width.
  static let hidden = [
    "\u{7}", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{180E}",
    "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}",
    "\u{2066}", "\u{2069}", "\u{206F}", "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{FFFB}", "\u{E0001}",
    "\u{E0041}", "\u{E01EF}",
  ]

  @Test(arguments: hidden)
  func `one is replaced in a text and escaped in JSON, from which it is read again`(character: String) throws {
    for text in ["\(character)", "a\(character)b", "é\(character)", "Ring \(character)\(character)7"] {
      #expect(!VisibleText.isVisible(text))
      let shown = VisibleText.replacing(text) { _ in "?" }
      #expect(VisibleText.isVisible(shown) && shown.contains("?"))
      for json in [try VisibleText.json([text]), "[\"" + VisibleText.json(contentOf: text) + "\"]"] {
        #expect(VisibleText.isVisible(json) && json.contains("\\u"))
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
      }
    }
  }

  @Test(arguments: [
    "Halo", "Müllers Uhr", "时间", "می\u{200C}خواهم", "क्\u{200D}ष", "👩🏽\u{200D}⚕\u{FE0F}", "❤\u{FE0F} 7",
    "1\u{FE0F}\u{20E3}", "a\u{301}",
  ])
  func `texts of people stay as they are`(text: String) throws {
    #expect(VisibleText.isVisible(text))
    #expect(VisibleText.json(contentOf: text) == text)
  }

  /// A quotation mark and an accent are one character.
  @Test(arguments: ["\"\u{301}", "\\\u{308}", "a\"b\\c\nd\te", "\"\r\n\""])
  func `quotation marks are escaped whatever follows them`(text: String) throws {
    let json = "[\"" + VisibleText.json(contentOf: text) + "\"]"
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }
}
