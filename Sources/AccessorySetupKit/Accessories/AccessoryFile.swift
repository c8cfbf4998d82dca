import Foundation
import Glibc

/// The file in which a program's accessories are stored between launches. Only its owner can read it, because a list
/// of wearables reveals health information.
struct AccessoryFile: Sendable {
  private struct Contents: Codable {
    var accessories: [AccessoryRecord]
  }

  let location: URL

  /// Returns `HALO_ACCESSORIES`, or this program's file in the user's data directory:
  /// `$XDG_DATA_HOME/halo/accessories/PROGRAM.json`.
  static func standard(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> AccessoryFile {
    if let path = environment["HALO_ACCESSORIES"], !path.isEmpty {
      return AccessoryFile(location: URL(filePath: path))
    }
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
    let program = ProcessInfo.processInfo.processName.replacing("/", with: "_")
    return AccessoryFile(location: data.appending(path: "halo/accessories/\(program).json"))
  }

  /// Reads the stored accessories; empty without a file. A damaged file is renamed, so that it is not overwritten.
  func read() -> [AccessoryRecord] {
    guard let data = try? Data(contentsOf: location) else { return [] }
    if let contents = try? JSONDecoder().decode(Contents.self, from: data) { return contents.accessories }
    let damagedFile = location.appendingPathExtension("damaged")
    try? FileManager.default.removeItem(at: damagedFile)
    try? FileManager.default.moveItem(at: location, to: damagedFile)
    return []
  }

  /// Changes the stored accessories under an exclusive lock on the folder, so that sessions in other processes change
  /// them before or after.
  func change<Result>(_ body: (inout [AccessoryRecord]) throws -> Result) throws -> Result {
    let folder = location.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // On file systems without locks (some network file systems), continue without one.
    if lock >= 0 { flock(lock, LOCK_EX) }
    defer { if lock >= 0 { close(lock) } }
    var accessories = read()
    let result = try body(&accessories)
    try write(accessories, in: folder)
    return result
  }

  /// Replaces the file atomically, so that readers get either the old or the new version.
  private func write(_ accessories: [AccessoryRecord], in folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(Contents(accessories: accessories))
    let draft = folder.appending(path: ".\(location.lastPathComponent).\(UUID().uuidString)")
    // Created with mode 0600, so that it is never readable by others.
    let descriptor = open(draft.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: draft.path()])
    }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
      guard rename(draft.path(percentEncoded: false), location.path(percentEncoded: false)) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: location.path()])
      }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw error
    }
  }
}
