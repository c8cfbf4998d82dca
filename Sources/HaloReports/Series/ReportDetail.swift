/// Which parts of a report are wanted beside its columns.
public enum ReportDetail: Sendable {
  /// For the page and the app: series of at most 800 values; what comes close together is put together.
  case columns
  /// For `--json` and the terminal: every value, once more with its time of day, and the frames that it came in.
  case samples
}
