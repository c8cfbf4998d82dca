import Foundation

/// Files beside the repository, which are not part of it.
enum Shared {
  static func path(_ name: String) -> String { Program.root.appending(path: "../shared/\(name)").standardized.path() }
  static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
