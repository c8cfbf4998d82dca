import Foundation
import NIOCore
import Testing

@testable import HaloDashboard

struct SiteTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/HaloDashboard/Site").path(percentEncoded: false)

  @Test func `every file is embedded unchanged`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: Self.folder + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue && !name.hasSuffix(".md")
    }
    let site = Site()
    #expect(site.names == names.sorted(), "Add each file to the list in Sources/CHaloSite/site.c.")
    for name in names where name != "index.html" {
      let bytes = FileManager.default.contents(atPath: Self.folder + "/" + name).map { [UInt8]($0) }
      #expect(site.file(name).map { [UInt8](buffer: $0.buffer) } == bytes, "\(name)")
    }
  }

  @Test func `each menu has links to its pages, in the order of the list`() throws {
    let document = try #require(Site().file("index.html").map { String(buffer: $0.buffer) })
    let links = document.matches(of: #/<a href="/(\w+)" data-page="(\w+)"><svg [^>]*><.+?/></svg><span data-t>\w+</#)
    #expect(
      links.map { String($0.1) } == ["today", "sleep", "heart", "activity", "live", "devices", "data", "settings"])
    #expect(links.allSatisfy { $0.1 == $0.2 } && !document.contains("<!--"))
    #expect(Site(folder: Self.folder).file("index.html")?.tag == Site().file("index.html")?.tag)
  }

  @Test func `every page has a text for the time until its data arrives`() throws {
    for name in Site().names where name.hasPrefix("pages/") {
      let script = try #require(Site().file(name).map { String(buffer: $0.buffer) })
      #expect(script.contains("waiting = t`Waiting for Halo to send "), "\(name)")
      #expect(script.contains("export async function show(") || script.contains("export function show("), "\(name)")
    }
  }

  @Test func `no script of the page turns text into markup or code`() throws {
    let ways = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "setTimeout(\"",
      "srcdoc",
    ]
    for name in Site().names where name.hasSuffix(".js") {
      let script = try #require(Site().file(name).map { String(buffer: $0.buffer) })
      for way in ways { #expect(!script.contains(way), "\(name) uses \(way)") }
    }
  }

  @Test(arguments: ["../Dashboard.swift", "/etc/passwd", "..", "", ".", "index.html/", "./index.html"])
  func `other files are not served`(_ path: String) {
    #expect(Site().file(path) == nil)
    #expect(Site(folder: Self.folder).file(path) == nil)
  }
}
