import Foundation
import HaloInterchange

/// The files to import in the folder beside the project.
enum SharedImports {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/imports").standardized

  /// True if the folder exists.
  static let exist = FileManager.default.fileExists(atPath: folder.path)

  /// Reads an export of Apple Health.
  static func health(_ name: String, zone: ImportZone? = nil) throws -> CollectingReceiver {
    let receiver = CollectingReceiver()
    let bytes = try FileBytes(path: folder.appending(path: name).path, name: name)
    try AppleHealthReader(bytes, zone: zone).read(into: receiver)
    return receiver
  }
}
