import Foundation
import HaloJournal

/// The data of requests to `halo worker`, as tables of JSON values.
struct WorkerRows {
  private struct Table {
    let name: String
    var columns: [(name: String, values: [String])]
  }

  /// The tasks on a journal's rows, and those on other data, each with its table.
  static let tasks = [
    "daily-metrics": "journal", "rebuild": "journal", "completeness": "journal", "hrv": "signal",
    "steps": "signal", "heart-rate": "signal", "sleep-stages": "epochs", "decode": "frames",
  ]

  private let tables: [Table]
  /// The members of `journal`, joined, each with its table.
  private let joined: [String: String]

  /// Reads the rows of a journal. Of tables with many rows only some are taken, because a worker reads all for each trial.
  init(journal path: String) throws {
    let schema = try ValueSchema(database: path)
    let journal = try RowJournal(Journal(path: path))
    let names = Set(schema.columns.map(\.table)).sorted()
    let rows = try JSONSerialization.jsonObject(with: JSONEncoder().encode(journal.rows(of: names)))
    var tables = try (rows as? [String: [String: [Any]]] ?? [:]).sorted { $0.key < $1.key }.map { name, columns in
      let count = columns.first?.value.count ?? 0
      let step = ["sample", "frame"].contains(name) ? max(1, count / 24) : 1
      return Table(
        name: name,
        columns: try columns.sorted { $0.key < $1.key }.map { column, values in
          (column, try stride(from: 0, to: count, by: step).map { try Self.json(values[$0]) })
        })
    }
    joined = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, Self.text($0)) })
    let numbers = (0..<200).map { "\(1000 + $0 % 17 * 9)" }
    tables.append(
      Table(name: "epochs", columns: [("movement", numbers), ("heartRateDeviation", numbers), ("seconds", ["30"])]))
    tables.append(
      Table(
        name: "signal",
        columns: [
          ("ppg", numbers), ("x", numbers), ("y", numbers), ("z", numbers),
          ("times", (0..<200).map { "\(Double($0) / 25)" }),
        ]))
    tables.append(Table(name: "frames", columns: [("frames", ["\"03400000000000000000000000000043\""])]))
    self.tables = tables
  }

  /// The columns with their values, for a schema.
  var schema: ValueSchema {
    ValueSchema(
      tables: tables.map { table in
        (
          table.name,
          table.columns.map { column in
            (
              column.name,
              column.values.filter { $0 != "null" }.map { value in
                Int(value).map { .integer($0) } ?? Double(value).map { .real(bits: $0.bitPattern) }
                  ?? .text((try? JSONDecoder().decode(String.self, from: Data(value.utf8))) ?? value)
              }
            )
          }
        )
      })
  }

  /// The tasks that read a table.
  static func tasks(of table: String) -> [String] {
    let group = ["signal", "epochs", "frames"].contains(table) ? table : "journal"
    return tasks.filter { $0.value == group }.map(\.key).sorted()
  }

  /// The request of a task with a change; `nil` if JSON has no such value.
  func line(_ task: String, with change: CellChange) -> String? {
    guard let value = change.value.json, var table = tables.first(where: { $0.name == change.table }),
      let column = table.columns.firstIndex(where: { $0.name == change.column })
    else { return nil }
    for row in table.columns[column].values.indices {
      let isChanged =
        switch change.rows {
        case .every: true
        case .one(let one): one == row
        case .having(let text): table.columns[column].values[row] == HostileValue.text(text).json
        }
      if isChanged { table.columns[column].values[row] = value }
    }
    let data: String
    switch table.name {
    case "epochs":
      data = table.columns.map {
        "\"\($0.name)\":\($0.name == "seconds" ? $0.values[0] : "[\($0.values.joined(separator: ","))]")"
      }
      .joined(separator: ",")
      return "{\"id\":1,\"task\":\"\(task)\",\"epochs\":{\(data)}}"
    case "signal":
      let columns = table.columns.filter { $0.name != "times" }
      let times = table.columns.first { $0.name == "times" }?.values.joined(separator: ",") ?? ""
      data = columns.map { "\"\($0.name)\":[\($0.values.joined(separator: ","))]" }.joined(separator: ",")
      return "{\"id\":1,\"task\":\"\(task)\",\"signal\":{\"times\":[\(times)],\"columns\":{\(data)}}}"
    case "frames":
      return
        "{\"id\":1,\"task\":\"decode\",\"family\":\"colmi-ring\",\"frames\":[\(table.columns[0].values.joined(separator: ","))]}"
    default:
      data = joined.map { $0.key == table.name ? Self.text(table) : $0.value }.joined(separator: ",")
      return "{\"id\":1,\"task\":\"\(task)\",\"journal\":{\(data)}}"
    }
  }

  private static func text(_ table: Table) -> String {
    "\"\(table.name)\":{\(table.columns.map { "\"\($0.name)\":[\($0.values.joined(separator: ","))]" }.joined(separator: ","))}"
  }

  private static func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed]), as: UTF8.self)
  }
}
