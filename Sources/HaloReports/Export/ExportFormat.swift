public import HaloHealth

/// A format in which a person's data can be exported.
public enum ExportFormat: String, Sendable, CaseIterable, Hashable, Identifiable {
  /// A table: a line a sample, and a line a stretch of sleep.
  case csv
  /// The same as JSON, an object a line.
  case jsonLines
  /// The whole journal with every frame, as an SQLite file.
  case journal

  public var id: String { rawValue }

  /// Its name.
  public var title: Phrase {
    switch self {
    case .csv: Phrase("Table (CSV)")
    case .jsonLines: Phrase("JSON lines")
    case .journal: Phrase("The whole journal (SQLite)")
    }
  }

  /// Its use.
  public var explanation: Phrase {
    switch self {
    case .csv: Phrase("Every value and every stage of sleep, for spreadsheets.")
    case .jsonLines: Phrase("The same, for programs.")
    case .journal: Phrase("Everything with the bytes it came from: a backup.")
    }
  }

  /// The file's name, with the day of the export if one is given: `halo-2026-11-20.csv`.
  public func fileName(on date: CalendarDate? = nil) -> String {
    let ending =
      switch self {
      case .csv: "csv"
      case .jsonLines: "jsonl"
      case .journal: "sqlite"
      }
    return "halo\(date.map { "-\($0)" } ?? "").\(ending)"
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
