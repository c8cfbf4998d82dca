import HaloLibc

/// The functions of libarchive, loaded when an archive is read. Their documentation: `man libarchive`.
struct ArchiveLibrary {
  /// An archive (`struct archive *`).
  typealias Archive = OpaquePointer
  /// An entry (`struct archive_entry *`).
  typealias Entry = OpaquePointer

  /// Result codes (`ARCHIVE_EOF` and so on).
  enum Code {
    static let endOfFile: Int32 = 1
    static let ok: Int32 = 0
    /// The result may be used.
    static let warning: Int32 = -20
  }

  #if canImport(Darwin)
    private static let path = "/usr/lib/libarchive.2.dylib"
  #else
    private static let path = "libarchive.so.13"
  #endif

  let new: @convention(c) () -> Archive?
  let free: @convention(c) (Archive) -> Int32
  let open: @convention(c) (Archive, UnsafePointer<CChar>, Int) -> Int32
  let nextHeader: @convention(c) (Archive, UnsafeMutablePointer<Entry?>) -> Int32
  let readData: @convention(c) (Archive, UnsafeMutableRawPointer?, Int) -> Int
  let filterBytes: @convention(c) (Archive, Int32) -> Int64
  let errorText: @convention(c) (Archive) -> UnsafePointer<CChar>?
  let pathname: @convention(c) (Entry) -> UnsafePointer<CChar>?
  let isEncrypted: @convention(c) (Entry) -> Int32
  private let supports: [@convention(c) (Archive) -> Int32]

  /// Loads the library. It is never unloaded.
  ///
  /// - Throws: ``ImportError`` if it is not installed. On iOS always: an app may not load a library of the system.
  init() throws {
    #if os(iOS)
      throw ImportError(
        Phrase("Halo cannot read archives on an iPhone. Unpack the archive in Files, and import the file in it."))
    #else
      let missing = Phrase(
        "reading archives needs libarchive, which is not installed. Install it (Debian and Ubuntu: sudo apt install libarchive13), or unpack the archive and import the file in it."
      )
      guard let library = dlopen(Self.path, RTLD_NOW | RTLD_LOCAL) else { throw ImportError(missing) }
      // The types above are those of archive.h. Newer libraries with the same soname keep them.
      func function<Function>(_ name: String) throws -> Function {
        guard let symbol = dlsym(library, "archive_" + name) else { throw ImportError(missing) }
        return unsafeBitCast(symbol, to: Function.self)
      }
      new = try function("read_new")
      free = try function("read_free")
      open = try function("read_open_filename")
      nextHeader = try function("read_next_header")
      readData = try function("read_data")
      filterBytes = try function("filter_bytes")
      errorText = try function("error_string")
      pathname = try function("entry_pathname")
      isEncrypted = try function("entry_is_encrypted")
      // Formats that people make archives with. Others, such as mtree, can name files elsewhere.
      supports = try [
        "format_zip", "format_tar", "format_7zip", "filter_gzip", "filter_bzip2", "filter_xz", "filter_zstd",
      ]
      .map { try function("read_support_" + $0) }
    #endif
  }

  /// An open archive, to be released with `free`.
  ///
  /// - Throws: ``ImportError`` if the file is not an archive.
  func archive(path: String, name: String) throws -> Archive {
    guard let archive = new() else { throw ImportError(Phrase("\(name) cannot be read: there is no memory for it.")) }
    for support in supports { _ = support(archive) }
    guard open(archive, path, 1 << 16) == Code.ok else {
      defer { _ = free(archive) }
      throw failure(archive, name)
    }
    return archive
  }

  /// The archive's last error.
  func failure(_ archive: Archive, _ name: String) -> ImportError {
    let reason = errorText(archive).map { String(cString: $0) } ?? "it is damaged"
    return ImportError(Phrase("the archive \(name) cannot be read: \(reason). Nothing was imported."))
  }
}
