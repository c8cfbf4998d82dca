extension CoverageReport {
  /// The coverage of a day in yellow, for the end of a table's line; empty if the day is complete or its coverage is
  /// unknown.
  static func mark(_ coverage: CoverageReport?, _ terminal: Terminal) -> String {
    coverage?.brief.map { "  " + terminal.paint($0.text, .yellow) } ?? ""
  }
}
