import HaloHealth
import HaloReports

extension CoverageReport {
  /// How much of a day is known, at the end of a table's line, in yellow; empty if the day is whole or not known.
  static func mark(_ coverage: CoverageReport?, _ terminal: Terminal) -> String {
    coverage?.brief.map { "  " + terminal.paint($0.text, .yellow) } ?? ""
  }
}
