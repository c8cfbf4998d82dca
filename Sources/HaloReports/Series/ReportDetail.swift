/// The level of detail of a report.
public enum ReportDetail: Sendable {
  /// For the page and the app: series of at most 800 values; adjacent values are merged.
  case columns
  /// For `--json` and the terminal: all values with their times of day, and the source frames.
  case samples
}
