/// The labels under a chart, in the reader's clock format.
enum TimeAxis {
  /// Returns the hours of a day for `columns` columns: every third hour, or every sixth below 48 columns.
  static func day(columns: Int) -> String {
    let step = columns < 48 ? 6 : 3
    return stride(from: 0, through: 24, by: step).reduce(into: "") { line, hour in
      let label = Wording.current.hour(hour % 24)
      // Align the last label with the end of the chart.
      place(label, at: min(hour * columns / 24, columns - label.count), in: &line)
    }
  }

  /// Returns the full hours of a sleep for `columns` columns, as many as fit.
  static func night(_ night: SleepReport, columns: Int) -> String {
    let total = max(night.minutes, 1)
    let hours = max(1, total / 60)
    let width = Wording.current.time(hour: 22, minute: 0).count
    let step = max(1, (hours * (width + 2) + columns - 1) / columns)
    let first = (60 - night.start.time.minute) % 60
    return stride(from: first, through: total, by: 60 * step).reduce(into: "") { line, minute in
      let column = minute * columns / total
      if column + width <= columns {
        place(Wording.current.time(night.start.wallClock.adding(minutes: minute).time), at: column, in: &line)
      }
    }
  }

  private static func place(_ label: String, at column: Int, in line: inout String) {
    guard line.isEmpty || column > line.count else { return }
    line = line.padded(to: column) + label
  }
}
