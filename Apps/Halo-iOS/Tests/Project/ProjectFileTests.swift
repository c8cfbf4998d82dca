import Foundation
import Testing

@Suite("The Xcode project")
struct ProjectFileTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
  static let text = try? String(
    contentsOf: folder.appending(path: "Halo.xcodeproj/project.pbxproj"), encoding: .utf8)

  @Test func `contains complete objects, valid references, and existing folders, files and products`() throws {
    let project = try ProjectFile(#require(Self.text), in: Self.folder)
    #expect(project.problems == [])
    #expect(Set(project.objects(of: "PBXNativeTarget").map { $0.object["name"]?.string }) == ["Halo", "HaloWidget"])
  }

  @Test(arguments: [
    ("objectVersion = 77;", "objectVersion = 56;", "objectVersion"),
    ("isa = PBXTargetDependency;", "isa = PBXTargetDependancy;", "unknown kind"),
    ("path = HaloWidget;\n", "path = HaloWidgets;\n", "no folder HaloWidgets"),
    ("relativePath = ../..;", "relativePath = ..;", "no package at .."),
    ("productName = HaloModels;", "productName = HaloModel;", "no product HaloModel"),
    ("dstSubfolderSpec = 13;", "dstSubfolderSpec = 10;", "not embedded"),
    ("\t\t\t\tInfo.plist,\n", "", "not excluded"),
    ("INFOPLIST_FILE = Halo/Info.plist;", "INFOPLIST_FILE = Info.plist;", "INFOPLIST_FILE"),
    ("SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;", "SWIFT_VERSION"),
    ("proxyType = 1;", "proxyTipe = 1;", "proxyTipe"),
    ("\t\t\tminimizedProjectReferenceProxies = 1;\n", "", "lacks 'minimizedProjectReferenceProxies'"),
    ("name = Debug;", "name = Debag;", "configurations"),
  ])
  func `detects a single defect in a project`(part: String, replacement: String, problem: String) throws {
    let text = try #require(Self.text)
    let place = try #require(text.range(of: part), "the project has no \(part)")
    let project = try ProjectFile(text.replacingCharacters(in: place, with: replacement), in: Self.folder)
    #expect(project.problems.contains { $0.contains(problem) }, "\(project.problems)")
  }

  @Test func `detects dangling references, references to the wrong kind, and unreferenced objects`() throws {
    let text = try #require(Self.text)
    let main = try #require(text.firstMatch(of: /mainGroup = (\w+);/)?.1)
    let products = try #require(text.firstMatch(of: #/productRefGroup = (\w+) /#)?.1)
    let list = try #require(text.firstMatch(of: #/buildConfigurationList = (\w+) /#)?.1)
    func problems(_ text: String) throws -> [String] { try ProjectFile(text, in: Self.folder).problems }
    #expect(
      try problems(text.replacing("mainGroup = \(main);", with: "mainGroup = 48414C4F00000000000000FF;"))
        .contains { $0.contains("not exist") })
    #expect(
      try problems(text.replacing("mainGroup = \(main);", with: "mainGroup = \(list);")).contains {
        $0.contains("is a XCConfigurationList")
      })
    let orphaned = text.replacing("\t\t\t\t\(products) /* Products */,\n", with: "")
      .replacing("productRefGroup = \(products) /* Products */;", with: "productRefGroup = \(main);")
    #expect(try problems(orphaned).contains { $0.contains("nothing leads to PBXGroup \(products)") })
  }

  @Test(arguments: [
    ("{ a = b }", 1), ("{\n a = (b, c;\n}", 2), ("{ a = \"b; }", 1), ("{ a = b; a = c; }", 1), ("{ a = b; } c", 1),
    ("{ /* a = b; }", 1), ("", 1), ("{ a = b-c; }", 1),
  ])
  func `rejects an invalid property list with the line number`(text: String, line: Int) {
    let error = #expect(throws: LegacyPropertyList.SyntaxError.self) { try LegacyPropertyList(parsing: text) }
    #expect(error?.line == line)
  }

  @Test func `parses strings, lists, dictionaries and comments`() throws {
    let list = try LegacyPropertyList(
      parsing: "// first\n{ a /* b */ = \"c \\\"d\\\"\\n\"; e = (f.g, {h = 1; }, ); i = \"\"; }")
    #expect(
      list
        == .dictionary([
          "a": .string("c \"d\"\n"), "e": .list([.string("f.g"), .dictionary(["h": .string("1")])]), "i": .string(""),
        ]))
  }

  @Test func `runs the app by the scheme`() throws {
    let scheme = try String(
      contentsOf: Self.folder.appending(path: "Halo.xcodeproj/xcshareddata/xcschemes/Halo.xcscheme"), encoding: .utf8)
    let project = try ProjectFile(#require(Self.text), in: Self.folder)
    let app = try #require(project.objects(of: "PBXNativeTarget").first { $0.object["name"]?.string == "Halo" })
    let named = scheme.matches(of: /BlueprintIdentifier="(\w+)"/).map { String($0.1) }
    #expect(Set(named) == [app.id])
  }
}
