import HaloLibc
import SystemPackage

/// A lock that prevents two programs from using a device at once. It is released when the program ends for any reason.
struct DeviceLock: ~Copyable {
  private let file: FileDescriptor
  /// The lock file of versions up to 0.10, if such a version left one.
  private let old: (file: FileDescriptor, path: String)?

  /// Acquires the lock of a device beside the journal at `journal`.
  ///
  /// A device that an older version uses is in use. The reverse is not true: an older version that starts later does
  /// not know this lock. Both run together only until a daemon is restarted after an update, and that daemon is asked
  /// to release the device first.
  ///
  /// - Throws: ``EngineError/taken(device:by:)`` with the program that holds the lock.
  init(_ device: Device, journal: String) throws {
    let file = try FileDescriptor.open(
      FilePath(JournalLocks.path(ofDevice: device.id, journal: journal)), .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    try Self.lock(file, device)
    let path = JournalLocks.oldPath(ofDevice: device.identifier.text, journal: journal)
    let oldFile = JournalLocks.open(path)
    do { if let oldFile { try Self.lock(oldFile, device) } } catch {
      try? file.close()
      throw error
    }
    old = oldFile.map { ($0, path) }
    self.file = file
    let holder =
      "\(CommandLine.arguments.first.flatMap { FilePath($0).lastComponent?.string } ?? "a program") (process \(getpid()))"
    _ = ftruncate(file.rawValue, 0)
    _ = try? file.writeAll(toAbsoluteOffset: 0, holder.utf8)
  }

  /// True if a program holds the lock of a device. No file is created.
  static func isHeld(_ device: Device, journal: String) -> Bool {
    guard let file = JournalLocks.open(JournalLocks.path(ofDevice: device.id, journal: journal)) else { return false }
    defer { try? file.close() }
    return flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
  }

  deinit {
    if let old {
      // The file name has the device's address, which must not remain after the device's data is erased.
      unlink(old.path)
      try? old.file.close()
    }
    // Closing alone would keep the lock in a child process that is just being started and has a copy of the descriptor.
    _ = flock(file.rawValue, LOCK_UN)
    try? file.close()
  }

  /// Locks a file, or closes it and throws the program that has locked it.
  private static func lock(_ file: FileDescriptor, _ device: Device) throws {
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return }
    defer { try? file.close() }
    let holder = JournalLocks.holder(in: file)
    throw EngineError.taken(device: device.name, by: holder.isEmpty ? "another program" : holder)
  }
}
