#if canImport(Glibc)
  import CLinux
#endif
import HaloFoundation
import HaloLibc
import Synchronization
import SystemPackage

/// A new file that gets its name when it is complete. Until then it is in a separate folder beside that name, such as
/// `copy.sqlite.halo-part-1`, which stays locked while the program writes. If the program is killed, the folder stays;
/// the next staged file in the same place removes it.
public final class StagedFile: Sendable {
  /// The file to write before ``publish()``. It exists, empty and readable only by its owner.
  public let path: String
  private let destination: FilePath
  private let replaces: Bool
  private let folder: FilePath
  private let lock: FileDescriptor
  /// The folders of this process.
  private static let folders = Mutex<Set<FilePath>>([])

  /// Prepares a file that will be renamed to `destination`; `replaces` allows replacing an existing file.
  ///
  /// - Throws: ``JournalError/cannotWrite(path:reason:)``, also if the name is taken.
  public init(for destination: String, replaces: Bool = false) throws {
    do {
      self.destination = FilePath(destination)
      self.replaces = replaces
      guard let name = self.destination.lastComponent?.string else { throw Errno.isDirectory }
      if !replaces, FileFacts(destination) != nil { throw Errno.fileExists }
      Self.removeLeftovers(beside: destination)
      (folder, lock) = try Self.folders.withLock { [destination = self.destination] folders in
        let made = try Self.makeFolder(beside: destination)
        folders.insert(made.0)
        return made
      }
      path = folder.appending(name).string
    } catch let error as Errno {
      throw Self.error(error, destination)
    }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      try file.close()
    } catch let error as Errno {
      throw Self.error(error, destination)
    }
  }

  deinit {
    Self.remove(folder)
    Self.folders.withLock { [folder] in _ = $0.remove(folder) }
    try? lock.close()
  }

  /// Removes all staged files of this process and calls `end`, which ends it. No file is staged meanwhile.
  package static func removeAll(_ end: () -> Never) -> Never {
    folders.withLock { folders in
      for folder in folders { remove(folder) }
      end()
    }
  }

  /// Syncs the file to disk and renames it atomically: other programs see the complete file or no file.
  ///
  /// - Throws: ``JournalError/cannotWrite(path:reason:)``.
  public func publish() throws {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec])
      try file.closeAfter { try Self.sync(file) }
      if replaces {
        guard rename(path, destination.string) == 0 else { throw Errno(rawValue: errno) }
      } else {
        try Self.renameWithoutReplacing(path, to: destination.string)
      }
      try Self.syncFolder(of: destination)
    } catch let error as Errno {
      throw Self.error(error, destination.string)
    }
  }

  /// The ``JournalError`` of a system error for the file `destination`.
  static func error(_ error: Errno, _ destination: String) -> JournalError {
    switch error {
    case .fileExists:
      .cannotWrite(path: destination, reason: Phrase("the file already exists and will not be overwritten"))
    case .noSpace: .cannotWrite(path: destination, reason: Phrase("no space is left there"))
    default: .cannotWrite(path: destination, reason: Phrase("\(error)"))
    }
  }
}

// MARK: The temporary folder

extension StagedFile {
  private static let mark = ".halo-part-"

  private static func makeFolder(beside destination: FilePath) throws(Errno) -> (FilePath, FileDescriptor) {
    for number in 1...1000 {
      let folder = FilePath(destination.string + mark + "\(number)")
      guard mkdir(folder.string, 0o700) == 0 else {
        let error = Errno(rawValue: errno)
        if error == .fileExists { continue }
        throw error
      }
      // Another program may have removed the folder as a leftover before it was locked.
      if let lock = Self.lock(folder, isNew: true) { return (folder, lock) }
    }
    throw .fileExists
  }

  /// Locks a folder; `nil` if a program has locked it, or it no longer exists. Some network file systems cannot lock
  /// folders. A new folder is used anyway, because no other program can mistake it for a leftover there.
  private static func lock(_ folder: FilePath, isNew: Bool) -> FileDescriptor? {
    guard
      let file = try? FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec])
    else { return nil }
    let isLocked = flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
    var held = stat()
    var named = stat()
    guard isLocked || isNew && errno != EWOULDBLOCK, fstat(file.rawValue, &held) == 0,
      lstat(folder.string, &named) == 0, held.st_dev == named.st_dev, held.st_ino == named.st_ino
    else {
      try? file.close()
      return nil
    }
    return file
  }

  /// Removes leftovers of interrupted programs beside `destination`. Folders in use by a program stay, and so do
  /// folders with other files in them.
  public static func removeLeftovers(beside destination: String) {
    let parent = Self.parent(of: FilePath(destination))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.string)) ?? [] {
      guard let range = name.ranges(of: mark).last, range.lowerBound > name.startIndex,
        Int(name[range.upperBound...]) != nil
      else { continue }
      let folder = parent.appending(name)
      guard let lock = Self.lock(folder, isNew: false) else { continue }
      remove(folder)
      try? lock.close()
    }
  }

  /// Removes a folder and the files created in it: the staged file and SQLite's sidecar files.
  private static func remove(_ folder: FilePath) {
    guard let name = folder.lastComponent?.string, let range = name.ranges(of: mark).last else { return }
    for ending in ["", "-journal", "-wal", "-shm"] {
      unlink(folder.appending(name[..<range.lowerBound] + ending).string)
    }
    rmdir(folder.string)
  }
}

// MARK: File system

extension StagedFile {
  /// Renames a file, unless the new name is taken.
  ///
  /// - Throws: `Errno`: `.fileExists` if the name is taken.
  static func renameWithoutReplacing(_ path: String, to new: String) throws(Errno) {
    #if canImport(Darwin)
      if renamex_np(path, new, UInt32(RENAME_EXCL)) == 0 { return }
    #elseif canImport(Glibc)
      if renameat2(AT_FDCWD, path, AT_FDCWD, new, clinux_rename_no_replace) == 0 { return }
    #else
      errno = ENOSYS
    #endif
    guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else { throw Errno(rawValue: errno) }
    // File systems without an exclusive rename, such as NFS, may support hard links, which never replace a file either.
    guard link(path, new) == 0 else { throw Errno(rawValue: errno) }
    unlink(path)
  }

  private static func sync(_ file: FileDescriptor) throws(Errno) {
    #if canImport(Darwin)
      // On Darwin, fsync(2) leaves the data in the disk's cache.
      if fcntl(file.rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Syncs the folder of `path` to disk.
  static func syncFolder(of path: FilePath) throws(Errno) {
    do {
      let folder = try FileDescriptor.open(parent(of: path), .readOnly, options: [.directory, .closeOnExec])
      defer { try? folder.close() }
      try sync(folder)
    } catch {
      // Folders with write but no read permission, and file systems that cannot sync folders.
      guard let error = error as? Errno, ![.permissionDenied, .invalidArgument, .notSupported].contains(error) else {
        return
      }
      throw error
    }
  }

  static func parent(of path: FilePath) -> FilePath {
    let parent = path.removingLastComponent()
    return parent.isEmpty ? "." : parent
  }
}
