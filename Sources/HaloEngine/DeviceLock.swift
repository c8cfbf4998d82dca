import HaloBluetooth
import HaloJournal
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps two programs from speaking with one device at once. It ends with the program, however that ends.
struct DeviceLock: ~Copyable {
  private let file: FileDescriptor
  /// The file that versions up to 0.10 lock, if one of them left it.
  private let old: (file: FileDescriptor, path: String)?

  /// Takes the lock of a device beside the journal at `journal`.
  ///
  /// A device that an older version uses is in use. The reverse does not hold: an older version does not know this lock if it begins
  /// later. Both run at once only until a daemon is restarted after an update, and that daemon is asked to release the device first.
  ///
  /// - Throws: ``EngineError/taken(device:by:)`` with the program that has it.
  init(_ device: Device, journal: String) throws {
    let file = try FileDescriptor.open(
      FilePath(JournalLocks.path(ofDevice: device.id, journal: journal)), .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    do {
      try Self.lock(file, device)
      let path = JournalLocks.oldPath(ofDevice: device.identifier.text, journal: journal)
      if let oldFile = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec]) {
        do { try Self.lock(oldFile, device) } catch {
          try? oldFile.close()
          throw error
        }
        old = (oldFile, path)
      } else {
        old = nil
      }
    } catch {
      try? file.close()
      throw error
    }
    self.file = file
    let holder =
      "\(CommandLine.arguments.first.flatMap { FilePath($0).lastComponent?.string } ?? "a program") (process \(getpid()))"
    _ = ftruncate(file.rawValue, 0)
    _ = try? file.writeAll(toAbsoluteOffset: 0, holder.utf8)
  }

  /// Whether a program has the lock of a device. Nothing is created.
  static func isHeld(_ device: Device, journal: String) -> Bool {
    let path = JournalLocks.path(ofDevice: device.id, journal: journal)
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec]) else {
      return false
    }
    defer { try? file.close() }
    return flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
  }

  deinit {
    if let old {
      // Its name has the device's address, which is to be gone when the device's data are.
      unlink(old.path)
      try? old.file.close()
    }
    // Closing alone would leave it with a child that was being started at this moment and has a copy of the descriptor.
    _ = flock(file.rawValue, LOCK_UN)
    try? file.close()
  }

  private static func lock(_ file: FileDescriptor, _ device: Device) throws {
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return }
    let holder = JournalLocks.holder(in: file)
    throw EngineError.taken(device: device.name, by: holder.isEmpty ? "another program" : holder)
  }
}
