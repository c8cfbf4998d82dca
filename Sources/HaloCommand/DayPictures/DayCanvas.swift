/// The layout of a day on a terminal: a column of labels, then charts with a whole number of columns per hour.
struct DayCanvas {
  private static let labelWidth = 7

  let terminal: Terminal
  /// Columns per hour in charts of a day, 1…4.
  let columnsPerHour: Int

  init(terminal: Terminal) {
    self.terminal = terminal
    columnsPerHour = min(max((terminal.width - Self.labelWidth - 1) / 24, 1), 4)
  }

  /// The width of every chart, in columns.
  var chartColumns: Int { columnsPerHour * 24 }

  private var width: Int { Self.labelWidth + 1 + chartColumns }

  /// The title, underlined.
  func title(_ text: String) -> String {
    terminal.paint(text, .bold) + "\n" + terminal.paint(String(repeating: "─", count: width), .faint)
  }

  /// A section's name and its short facts. Facts that do not fit continue on further lines.
  func heading(_ name: String, _ facts: [String]) -> String {
    let lines = Self.fill(facts, width: width - name.count - 2)
    let indent = String(repeating: " ", count: name.count + 2)
    guard !lines.isEmpty else { return terminal.paint(name, .bold) }
    return terminal.paint(name, .bold) + "  " + lines.joined(separator: "\n" + indent)
  }

  /// One row of a chart.
  func row(label: String, _ chart: String, _ color: Terminal.Color) -> String {
    terminal.paint(label.rightAligned(in: Self.labelWidth - 1) + " │", .faint)
      + terminal.paint(chart.trimmingEnd, color)
  }

  /// The time axis of a day's chart, followed by `unit`, what the chart counts, if there is room.
  func dayAxis(_ unit: String) -> String {
    let hours = TimeAxis.day(columns: chartColumns)
    let room = terminal.width - Self.labelWidth - 1 - hours.count
    return axis(unit.isEmpty || room < unit.count + 2 ? hours : hours + "  " + unit)
  }

  /// The labels under a chart.
  func axis(_ labels: String) -> String {
    terminal.paint(String(repeating: " ", count: Self.labelWidth + 1) + labels, .faint)
  }

  /// The facts under a chart, as many per line as fit.
  func wrapped(_ facts: [String]) -> [String] {
    let indent = String(repeating: " ", count: Self.labelWidth + 1)
    return Self.fill(facts, width: chartColumns).map { indent + $0 }
  }

  /// A sentence in faint text, wrapped between words.
  func faint(_ text: String) -> [String] {
    Self.fill(text.split(separator: " ").map(String.init), width: width, separator: " ").map {
      terminal.paint($0, .faint)
    }
  }

  /// Joins parts into lines of at most `width` characters.
  private static func fill(_ parts: [String], width: Int, separator: String = " · ") -> [String] {
    parts.reduce(into: [String]()) { lines, part in
      if let last = lines.last, last.count + separator.count + part.count <= width {
        lines[lines.count - 1] = last + separator + part
      } else {
        lines.append(part)
      }
    }
  }
}
