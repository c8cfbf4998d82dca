public import HaloReports

/// How a person's data are handed on.
public enum ExportFormat: String, Sendable, CaseIterable, Hashable, Identifiable {
  /// A table: a line a sample, and a line a stretch of sleep.
  case csv
  /// The same as JSON, an object a line.
  case jsonLines
  /// The whole journal with every frame, as an SQLite file.
  case journal

  public var id: String { rawValue }

  /// What it is called.
  public var title: Phrase {
    switch self {
    case .csv: Phrase("Table (CSV)")
    case .jsonLines: Phrase("JSON lines")
    case .journal: Phrase("The whole journal (SQLite)")
    }
  }

  /// What it is good for.
  public var explanation: Phrase {
    switch self {
    case .csv: Phrase("Every value and every stage of sleep, for spreadsheets.")
    case .jsonLines: Phrase("The same, for programs.")
    case .journal: Phrase("Everything with the bytes it came from: a backup.")
    }
  }

  /// The file's name.
  public var fileName: String {
    switch self {
    case .csv: "halo.csv"
    case .jsonLines: "halo.jsonl"
    case .journal: "halo.sqlite"
    }
  }

  /// Where the file is in a folder.
  func path(in folder: String) -> String { folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)" }
}
