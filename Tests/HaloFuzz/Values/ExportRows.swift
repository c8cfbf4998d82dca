import Foundation
import HaloJournal

/// Lines of an export as rows of a table, whose cells are changed.
struct ExportRows {
  /// The format, `csv` or `jsonl`: the table's name.
  let format: String
  let columns: [String]
  /// The cells as texts, in JSON as JSON.
  let rows: [[String]]

  init(format: String, text: String) throws {
    self.format = format
    columns = ExportedLine.header.split(separator: ",").map(String.init)
    let lines = text.split(separator: "\n")
    if format == "csv" {
      rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    } else {
      rows = try lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        return try ExportedLine.header.split(separator: ",").map { name in
          let data = try JSONSerialization.data(
            withJSONObject: object[String(name)] ?? NSNull(), options: [.fragmentsAllowed])
          return String(decoding: data, as: UTF8.self)
        }
      }
    }
  }

  /// The columns with their values, for a schema.
  var table: (name: String, columns: [(name: String, values: [HostileValue])]) {
    (
      format,
      columns.enumerated().map { place, name in
        (name, rows.map { row in Int(row[place]).map { .integer($0) } ?? .text(row[place].replacing("\"", with: "")) })
      }
    )
  }

  /// The lines with a change; `nil` if the format has no such value.
  func text(with change: CellChange) -> String? {
    guard let column = columns.firstIndex(of: change.column),
      let value = format == "csv" ? change.value.plain.map(Self.quoted) : change.value.json
    else { return nil }
    var lines = format == "csv" ? [ExportedLine.header] : []
    for (number, row) in rows.enumerated() {
      var row = row
      switch change.rows {
      case .every: row[column] = value
      case .one(let one): if one == number { row[column] = value }
      case .having(let text): if row[column].contains(text) { row[column] = value }
      }
      lines.append(
        format == "csv"
          ? row.joined(separator: ",") : "{\(zip(columns, row).map { "\"\($0)\":\($1)" }.joined(separator: ","))}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    text.contains { ",\"\n\r".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
