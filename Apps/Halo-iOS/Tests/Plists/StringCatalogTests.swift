import Foundation
import Testing

@Suite("The strings of the iPhone app")
struct StringCatalogTests {
  struct Catalog: Decodable {
    struct Entry: Decodable {
      struct Localization: Decodable {
        struct Unit: Decodable {
          let value: String
        }
        let stringUnit: Unit?
      }
      let localizations: [String: Localization]?
      let shouldTranslate: Bool?
    }
    let sourceLanguage: String
    let strings: [String: Entry]
    let version: String
  }

  static func catalog(_ path: String) throws -> Catalog {
    try JSONDecoder().decode(
      Catalog.self, from: Data(contentsOf: ProjectFileTests.folder.appending(path: path)))
  }

  /// The placeholders in a text: `%lld`, `%@`, `${applicationName}`. A translation may reorder them.
  static func places(_ text: String) -> [String] {
    text.replacing("%%", with: "").matches(of: /%(?:\d+\$)?(lld|@|lf)|\$\{\w+\}/).map {
      $0.1.map(String.init) ?? String($0.0)
    }
    .sorted()
  }

  /// The catalogs of the app and its widget.
  static let catalogs: [String] = ["Halo", "HaloWidget"].flatMap { target in
    let folder = ProjectFileTests.folder.appending(path: target).path
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return files.filter { $0.hasSuffix(".xcstrings") }.map { "\(target)/\($0)" }.sorted()
  }

  @Test(arguments: catalogs)
  func `parses each catalog, with a German translation with the same placeholders for each text`(path: String) throws {
    let catalog = try Self.catalog(path)
    #expect(Self.catalogs.count >= 2)
    #expect(catalog.sourceLanguage == "en" && catalog.version == "1.0" && !catalog.strings.isEmpty)
    for (key, entry) in catalog.strings where entry.shouldTranslate != false {
      let german = entry.localizations?["de"]?.stringUnit?.value
      #expect(german?.isEmpty == false, "\(key)")
      #expect(german.map(Self.places) == Self.places(key), "\(key)")
    }
  }

  @Test func `has every text of the widget in its catalog`() throws {
    let project = try ProjectFile(#require(ProjectFileTests.text), in: ProjectFileTests.folder)
    let source = project.sources("HaloWidget").joined()
    let keys = try Self.catalog("HaloWidget/Localizable.xcstrings").strings.keys
    let shown = source.matches(
      of: /(?:Label|Text|configurationDisplayName|description)\("((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\))*)"/
    )
    .map { String($0.1) }
    #expect(shown.count == keys.count)
    for text in shown {
      let words = text.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "").replacing("%", with: "%%")
      let known = keys.map { $0.replacing(/%lld|%@/, with: "") }
      #expect(known.contains(words), "\(text)")
    }
  }
}
