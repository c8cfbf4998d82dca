import GRDBSQLite
import Synchronization

/// The statements that SQLite runs in this process, from which follows what a command reads.
enum StatementTrace {
  private static let statements = Mutex<Set<String>>([])

  /// Traces every database that is opened from now on.
  static func start() {
    typealias Extension =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?
      ) -> Int32
    let begin: Extension = { database, _, _ in
      sqlite3_trace_v2(
        database, UInt32(SQLITE_TRACE_STMT),
        { _, _, statement, _ in
          if let text = sqlite3_sql(OpaquePointer(statement)) {
            let text = String(cString: text)
            StatementTrace.statements.withLock { _ = $0.insert(text) }
          }
          return 0
        }, nil)
      return SQLITE_OK
    }
    sqlite3_auto_extension(unsafeBitCast(begin, to: (@convention(c) () -> Void).self))
  }

  static func end() { sqlite3_reset_auto_extension() }

  /// Returns the statements since the last call, as sets of words.
  static func take() -> Set<Set<Substring>> {
    let taken = statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
    return Set(taken.map { Set($0.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "*") }) })
  }
}
