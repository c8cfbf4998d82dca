import HaloReports

extension JSON {
  /// Encodes a report.
  init(report: some Encodable) throws {
    self = .written(try VisibleText.json(report))
  }
}
