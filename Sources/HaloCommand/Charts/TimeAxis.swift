import HaloHealth
import HaloReports

/// The labels under a chart.
enum TimeAxis {
  /// Returns the hours of a day for `columns` columns: every third hour, or every sixth below 48 columns.
  static func day(columns: Int) -> String {
    let step = columns < 48 ? 6 : 3
    return stride(from: 0, through: 24, by: step).reduce(into: "") { line, hour in
      // Align the last label with the end of the chart.
      let column = min(hour * columns / 24, columns - 2)
      place(TimeOfDay(minutes: hour % 24 * 60).description.prefix(2), at: column, in: &line)
    }
  }

  /// Returns the full hours of a sleep for `columns` columns, as many as fit.
  static func night(_ night: SleepReport, columns: Int) -> String {
    let total = max(night.minutes, 1)
    let hours = max(1, total / 60)
    let step = max(1, (hours * 7 + columns - 1) / columns)
    let first = (60 - night.start.time.minute) % 60
    return stride(from: first, through: total, by: 60 * step).reduce(into: "") { line, minute in
      let column = minute * columns / total
      if column + 5 <= columns {
        place(night.start.wallClock.adding(minutes: minute).time.description[...], at: column, in: &line)
      }
    }
  }

  private static func place(_ label: Substring, at column: Int, in line: inout String) {
    guard line.isEmpty || column > line.count else { return }
    line = line.padded(to: column) + label
  }
}
