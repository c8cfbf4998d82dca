public import HaloFoundation

/// A new, empty folder that is deleted when its last reference is released.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Creates the folder inside `parent`.
  public init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    url = parent.appending(path: "halo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of the file `name` in the folder. The file is not created.
  public func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}
