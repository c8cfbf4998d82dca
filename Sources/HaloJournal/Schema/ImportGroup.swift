import GRDB

/// A row of the table `import`: entries of a device from one part of a file.
struct ImportGroup: FetchableRecord {
  let id, device: Int
  /// The import that brought the entries first; `nil` if it was undone.
  let run: Int?
  /// The part of that import's file, as ``HaloHealth/ImportPart/text``.
  let part: String
  /// All imports that have these entries.
  let runs: [Int]

  init(row: Row) throws {
    id = try row.value("id")
    device = try row.value("device")
    run = try row.value("run")
    part = try row.value("part")
    runs = try Self.numbers(row.value("runs"))
  }

  /// The condition for rows with an import.
  static let hasRun = "EXISTS (SELECT 1 FROM json_each(import.runs) WHERE value = ?)"

  /// The condition for rows without entries.
  static let isUnused = """
    NOT EXISTS (SELECT 1 FROM sample WHERE device = import.device AND import = import.id)
      AND NOT EXISTS (SELECT 1 FROM night WHERE device = import.device AND import = import.id)
      AND NOT EXISTS (SELECT 1 FROM total WHERE device = import.device AND import = import.id)
      AND NOT EXISTS (SELECT 1 FROM workout WHERE import = import.id)
      AND NOT EXISTS (SELECT 1 FROM import_spare WHERE import = import.id)
    """

  /// The numbers of imports as they are stored, such as `[1,3]`.
  static func text(_ runs: [Int]) -> String { "[\(runs.map(String.init).joined(separator: ","))]" }

  /// Parses ``text(_:)``.
  static func numbers(_ text: String) throws -> [Int] {
    guard let runs: [Int32] = StoredNumber.decoded(text) else {
      throw StoredNumber.damaged("a text that is no list of imports")
    }
    return runs.map(Int.init)
  }
}
