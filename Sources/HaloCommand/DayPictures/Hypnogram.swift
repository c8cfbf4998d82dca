/// A hypnogram: one row per sleep stage over time, with awake on top.
struct Hypnogram {
  /// The rows from top to bottom.
  static let rows: [SleepStage] = [.awake, .rem, .light, .deep]

  private let columns: Int
  private let stretches: [(first: Int, end: Int, stage: SleepStage?)]

  /// Creates a hypnogram of a sleep, `columns` wide.
  init(_ night: SleepReport, columns: Int) {
    let total = max(night.minutes, 1)
    var minute = 0
    self.columns = columns
    stretches = night.stages.map { stretch in
      let first = Self.rounded(minute * columns, by: total)
      minute += stretch.minutes
      // Give short stretches at least one column, so that waking up for five minutes is visible.
      return (first, max(Self.rounded(minute * columns, by: total), first + 1), stretch.stage)
    }
  }

  private static func rounded(_ value: Int, by divisor: Int) -> Int { (2 * value + divisor) / (2 * divisor) }

  /// Returns the row of a stage, with blocks for the times in that stage.
  func line(_ stage: SleepStage) -> String {
    var line = [Character](repeating: " ", count: columns)
    for stretch in stretches where stretch.stage == stage && stretch.first < columns {
      for column in stretch.first..<min(stretch.end, columns) { line[column] = "█" }
    }
    return String(line)
  }
}
