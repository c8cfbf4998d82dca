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

  /// Takes the lock of a device beside the journal at `journal`.
  ///
  /// - Throws: ``EngineError/taken(device:by:)`` with who has it.
  init(journal: String, identifier: String, label: String) throws {
    let file = try FileDescriptor.open(
      Self.path(journal, identifier), .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.text(of: file)
      try? file.close()
      throw EngineError.taken(device: label, by: holder.isEmpty ? "another program" : holder)
    }
    self.file = file
    let holder =
      "\(CommandLine.arguments.first.flatMap { FilePath($0).lastComponent?.string } ?? "a program") (process \(getpid()))"
    _ = ftruncate(file.rawValue, 0)
    _ = try? file.writeAll(toAbsoluteOffset: 0, holder.utf8)
  }

  /// Whether a program has the lock of a device. Nothing is created.
  static func isHeld(journal: String, identifier: String) -> Bool {
    guard let file = try? FileDescriptor.open(path(journal, identifier), .readOnly, options: .closeOnExec) else {
      return false
    }
    defer { try? file.close() }
    return flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
  }

  private static func path(_ journal: String, _ identifier: String) -> FilePath {
    let name = identifier.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return FilePath(journal + "." + String(name) + ".lock")
  }

  deinit {
    // Closing alone would leave it with a child that was being started at this moment and has a copy of the descriptor.
    _ = flock(file.rawValue, LOCK_UN)
    try? file.close()
  }

  private static func text(of file: FileDescriptor) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }) ?? 0
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
