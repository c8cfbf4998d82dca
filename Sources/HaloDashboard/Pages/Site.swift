import CHaloSite
import Foundation
import NIOCore

/// The page's files: those in the program, or those in a folder during development.
struct Site: Sendable {
  /// A file as it is served.
  struct File: Sendable {
    let buffer: ByteBuffer
    /// Its media type.
    let type: String
    /// The entity tag.
    let tag: String
  }

  private static var embedded: [halo_site_file] { (0..<halo_site_count()).compactMap { halo_site_file($0)?.pointee } }
  private static let files = Dictionary(
    uniqueKeysWithValues: embedded.map { file in
      let path = String(cString: file.name)
      return (path, File([UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count)), path: path))
    })
  /// The page's texts in each language, from the catalog. They are not files of the folder.
  private static let texts = Dictionary(
    uniqueKeysWithValues: Language.allCases.map { language in
      let path = "texts/\(language.rawValue).json"
      return (path, File(language.catalogJSON, path: path))
    })
  /// A folder whose files are read again for each request; `nil` for the files in the program.
  var folder: String?

  /// The API's description, which is not a file of the page.
  static let description: [UInt8] = {
    guard let file = halo_api_description()?.pointee, let bytes = file.bytes else { return [] }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: file.count))
  }()

  /// The document of all pages, with the links of the menus.
  fileprivate static func document(_ bytes: [UInt8]) -> [UInt8] {
    func links(_ menu: halo_menu) -> String {
      embedded.filter { $0.menu == menu }.map { file in
        let name = String(cString: file.name).dropFirst("pages/".count).dropLast(".js".count)
        let icon = #"<svg viewBox="0 0 24 24" aria-hidden="true">\#(String(cString: file.icon))</svg>"#
        let title = "<span data-t>\(String(cString: file.title))</span>"
        return #"<li><a href="/\#(name)" data-page="\#(name)">\#(icon)\#(title)</a></li>"#
      }.joined(separator: "\n")
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("<!-- main pages -->", with: links(HALO_MAIN_MENU))
      .replacing("<!-- more pages -->", with: links(HALO_MORE_MENU))
    return [UInt8](text.utf8)
  }

  /// Paths of all files, without the leading slash.
  var names: [String] { Self.files.keys.sorted() }

  /// Returns the file at `path`, or `nil`.
  func file(_ path: String) -> File? {
    if let text = Self.texts[path] { return text }
    guard let folder else { return Self.files[path] }
    // Compare with the listed names; do not build a path from the request, to prevent path traversal.
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    guard names.contains(path), let data = FileManager.default.contents(atPath: folder + "/" + path) else {
      return nil
    }
    return File([UInt8](data), path: path)
  }
}

extension Site.File {
  fileprivate init(_ content: [UInt8], path: String) {
    let bytes = path == "index.html" ? Site.document(content) : content
    buffer = ByteBuffer(bytes: bytes)
    type = Self.type(of: path)
    tag = "\"" + Self.mark(bytes) + "\""
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last.map(String.init) {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }

  /// Returns a 64-bit FNV-1a hash. It need not resist forgery, only differ between versions.
  private static func mark(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-" + String(bytes.count, radix: 16)
  }
}
