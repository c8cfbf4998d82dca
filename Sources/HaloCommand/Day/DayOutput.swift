import HaloHealth
import HaloReports

/// A day as commands print it as JSON: its report, and what is known of the reading of it.
struct DayOutput: Encodable {
  private enum CodingKeys: CodingKey { case today, file }

  let report: DayReport
  /// The day on the device's clock when it was asked.
  let today: CalendarDate
  /// How the file could be read; only of `halo day FILE`.
  var file: DayRecording.Counts?

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(today, forKey: .today)
    try container.encodeIfPresent(file, forKey: .file)
  }
}
