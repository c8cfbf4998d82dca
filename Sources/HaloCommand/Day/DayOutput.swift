import HaloReports

/// A day as JSON: its report, and how the file was read.
struct DayOutput: Encodable {
  private enum CodingKeys: CodingKey { case today, file }

  let report: DayReport
  /// The day on the device's clock when it was read.
  let today: CalendarDate
  /// The counts of frames and messages in the file; only for `halo day FILE`.
  var file: DayRecording.Counts?

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(today, forKey: .today)
    try container.encodeIfPresent(file, forKey: .file)
  }
}
