import GRDB

/// A SQLite database of another program, opened read-only.
///
/// Only real tables are read: a view or a virtual table of a hostile file could compute for hours. Columns are found by
/// name, and one that a version does not have counts as empty.
public final class ImportDatabase {
  /// The offset of local time from UTC, in seconds, at a time in seconds since 1970.
  public typealias Offset = (Int) -> Int

  private let queue: DatabaseQueue
  /// The columns of each table.
  let tables: [String: Set<String>]
  private let name: String
  private var readCount = 0
  private var totalCount = 1

  /// Opens the database at `path`, which messages call `name`.
  ///
  /// - Throws: ``ImportError`` if it is damaged, encrypted or not a database.
  public init(path: String, name: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }
    self.name = name
    (queue, tables) = try Self.explainingErrors(name) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let tables = try queue.read { db in
        let names = try String.fetchAll(
          db,
          sql: """
            SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
            LIMIT 2000
            """)
        return try names.reduce(into: [String: Set<String>]()) { tables, table in
          tables[table] = Set(
            try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?) LIMIT 2000", arguments: [table]))
        }
      }
      return (queue, tables)
    }
  }

  /// The reader of the format that the tables show; `nil` for a journal of Halo.
  ///
  /// - Throws: ``ImportError`` if Halo does not know them.
  public func reader(secondsFromGMT offset: @escaping Offset) throws -> (any ImportReader)? {
    func has(_ table: String) -> Bool { tables[table] != nil }
    if has("frame"), has("session"), has("statement") { return nil }
    if has("rings"), has("heart_rates") { return PythonClientReader(database: self, offset: offset) }
    if has("DEVICE"), tables.keys.contains(where: { $0.hasSuffix("_SAMPLE") }) {
      return GadgetbridgeReader(self, offset)
    }
    if tables.keys.contains(where: { $0.hasSuffix("_record_table") }) { return HealthConnectReader(self, offset) }
    throw ImportError(
      Phrase(
        "\(name) is a database that Halo does not know. Halo imports databases of Gadgetbridge, Health Connect and colmi_r02_client."
      ))
  }

  /// The number of rows of a table; 0 if it does not exist.
  func count(_ table: String) throws -> Int {
    guard tables[table] != nil else { return 0 }
    return try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(Self.quoted(table))") ?? 0 }
  }

  /// Announces the tables that will be read, for the progress.
  func announce(_ tables: [String]) throws { totalCount = max(1, try tables.reduce(0) { $0 + (try count($1)) }) }

  /// Calls `body` with the rows of a table, in the order of its key or of a column. "DATA.distance.value" is a value within
  /// the JSON text of a column.
  func forEachRow(
    of table: String, _ columns: [String], by order: String? = nil, _ receiver: any ImportReceiver,
    _ body: (ImportRow) throws -> Void
  ) throws {
    guard let known = tables[table] else { return }
    let ordered = order.map { known.contains($0) ? " ORDER BY \(Self.quoted($0))" : "" } ?? ""
    let selected = columns.map { column in
      let parts = column.split(separator: ".", maxSplits: 1).map(String.init)
      guard let name = parts.first, known.contains(name) else { return "NULL" }
      let value = Self.quoted(name)
      guard parts.count > 1 else { return value }
      let isShort = "length(\(value)) < 1000000 AND json_valid(\(value))"
      return "CASE WHEN \(isShort) THEN json_extract(\(value), '$.\(parts[1])') END"
    }
    try read { db in
      // Tables without row numbers are counted.
      let hasNumbers = (try? db.makeStatement(sql: "SELECT rowid FROM \(Self.quoted(table))")) != nil
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(hasNumbers ? "rowid" : "0"), \(selected.joined(separator: ", ")) FROM \(Self.quoted(table))\(ordered)
          """)
      var number = 0
      while let row = try rows.next() {
        number += 1
        readCount += 1
        if readCount % 5000 == 0 { try receiver.progress(min(1, Double(readCount) / Double(totalCount))) }
        let place = hasNumbers ? UInt32.fromDatabaseValue(row[0]).map(Int.init) ?? number : number
        try body(ImportRow(place: ImportPlace(table: table, number: place, receiver: receiver), row: row))
      }
    }
  }

  /// Reports the rows of tables with data that is not kept.
  func leaveOut(_ tables: some Sequence<String>, _ receiver: any ImportReceiver) throws {
    for table in tables.sorted() {
      let count = try count(table)
      if count > 0 { try receiver.leaveOut(table, count: count) }
    }
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.explainingErrors(name) { try queue.read(body) }
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private static func explainingErrors<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw ImportError(
        error.resultCode == .SQLITE_NOTADB
          ? Phrase("\(name) is not a readable database. It may be encrypted, or incomplete. Export it again.")
          : Phrase(
            "\(name) cannot be read as a database: \(error.message ?? "\(error.resultCode)"). Nothing was imported. Export it again."
          ))
    }
  }
}

/// The place of a row, with the receiver of its values.
struct ImportPlace {
  let table: String
  /// The number of the row.
  let number: Int
  fileprivate let receiver: any ImportReceiver

  var part: ImportPart { .rows(of: table) }
  func take(_ entry: ImportedEntry, of source: Int) throws { try receiver.take(entry, of: source, place: number) }
  func add(_ source: ImportSource) throws -> Int? { try receiver.add(source) }
  func refuse(_ problem: DataBounds.Problem) throws { try receiver.refuse(problem, in: part, place: number) }
}

/// A row of a table. Values of another program may have any type: values of an unexpected one count as missing.
struct ImportRow {
  let place: ImportPlace
  fileprivate let row: Row

  // Without @inline(never) the optimizer of Swift 6.3.1 crashes.

  /// The whole number in a column, counted from 0. Sums and conversions of a larger one could overflow.
  @inline(never) func int(_ column: Int) -> Int? {
    Int.fromDatabaseValue(row[column + 1]).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
  }
  /// The number in a column.
  @inline(never) func double(_ column: Int) -> Double? {
    Double.fromDatabaseValue(row[column + 1]).flatMap { $0.isFinite ? $0 : nil }
  }
  /// The text in a column, without a long one.
  @inline(never) func text(_ column: Int) -> String? {
    String.fromDatabaseValue(row[column + 1]).flatMap { $0.utf8.count <= 1000 ? $0 : nil }
  }
}

extension Moment {
  /// The seconds from 1970 that other programs can mean: 100,000 years.
  private static let plausible = -3_155_760_000_000...3_155_760_000_000

  /// A time of another program in milliseconds since 1970; `nil` far outside all calendars.
  init?(imported milliseconds: Int?, _ offset: ImportDatabase.Offset) {
    guard let milliseconds, Self.plausible.contains(milliseconds / 1000) else { return nil }
    self.init(milliseconds: milliseconds, secondsFromGMT: offset(milliseconds / 1000))
  }

  /// A time of another program in seconds since 1970.
  init?(importedSeconds seconds: Int?, _ offset: ImportDatabase.Offset) {
    guard let seconds, Self.plausible.contains(seconds) else { return nil }
    self.init(milliseconds: seconds * 1000, secondsFromGMT: offset(seconds))
  }
}
