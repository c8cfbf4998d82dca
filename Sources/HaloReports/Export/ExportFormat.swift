/// A format for exporting a person's data.
public enum ExportFormat: String, Sendable, CaseIterable, Hashable, Identifiable {
  /// A CSV table with a line for each sample and each sleep stage.
  case csv
  /// JSON lines, with an object for each line of the table.
  case jsonLines = "jsonl"
  /// The whole journal with all frames, as an SQLite file.
  case journal = "sqlite"

  /// The raw value.
  public var id: String { rawValue }

  /// The display name.
  public var title: Phrase {
    switch self {
    case .csv: Phrase("Table (CSV)")
    case .jsonLines: Phrase("JSON lines")
    case .journal: Phrase("The whole journal (SQLite)")
    }
  }

  /// A description of the format for users.
  public var explanation: Phrase {
    switch self {
    case .csv: Phrase("All values and sleep stages, for spreadsheets.")
    case .jsonLines: Phrase("The same data, for programs.")
    case .journal: Phrase("All data including received bytes, as a backup.")
    }
  }

  /// The file's name, with the day of the export if one is given: `halo-2026-11-20.csv`.
  public func fileName(on date: CalendarDate? = nil) -> String {
    "halo\(date.map { "-\($0)" } ?? "").\(rawValue)"
  }

  /// The file's path in a folder.
  public func path(in folder: String) -> String {
    folder.hasSuffix("/") ? folder + fileName() : "\(folder)/\(fileName())"
  }

  /// The file's media type.
  public var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .jsonLines: "application/x-ndjson"
    case .journal: "application/vnd.sqlite3"
    }
  }
}
