import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// A day of the journal on a terminal, or as JSON.
struct JournalDay {
  private let journal: Journal
  private let wearer: String?

  init(_ journal: Journal, wearer: String?) {
    self.journal = journal
    self.wearer = wearer
  }

  /// Of how much of each day something is known.
  func coverage(from first: CalendarDate, to last: CalendarDate) throws -> [CalendarDate: DayCoverage] {
    guard let wearer = try wearer ?? journal.wearers().first else { return [:] }
    return try journal.coverage(of: wearer, from: first, to: last)
  }

  func show(_ date: CalendarDate, json: Bool) throws {
    let day = try journal.reports(of: wearer).map { try $0.day(date, .samples) }
    guard let day, !day.isEmpty else {
      let nothing = Phrase("there is nothing of \(date.description) in the journal \(journal.path).")
      let known = try journal.knownDays(of: wearer)
      StandardError.report(
        known.map {
          Phrase("\(nothing) It has days from \($0.lowerBound.description) to \($0.upperBound.description).")
        } ?? nothing)
      throw ExitCode(EX.dataError)
    }
    if json { return try StandardOutput.write(json: DayOutput(report: day, today: date)) }
    let view = DayView(
      day,
      footer: (day.coverage?.sentences.map(\.text) ?? []) + [
        Phrase("Times are local. 'halo explain \(example(day))' shows where a number comes from.").text
      ])
    try StandardOutput.write(text: view.draw(on: Terminal.current()))
  }

  /// What `halo explain` can be asked about the day: its heart rate, or its first value if it has none.
  private func example(_ day: DayReport) -> String {
    let series = [
      day.oxygen, day.stress, day.heartRateVariability, day.skinTemperature, day.steps, day.speed, day.battery,
    ]
    guard day.heartRate == nil, let series = series.lazy.compactMap(\.self).first else {
      return "heart-rate \(day.date)T08:00"
    }
    let metric = series.metric == .oxygenSaturation && series.high != nil ? .oxygenSaturationMinimum : series.metric
    return "\(metric.exportName) \(day.date)T\(series.time(at: 0).time)"
  }
}

extension Journal {
  /// The reports of a wearer, or of the only one; `nil` if there is none.
  func reports(of wearer: String?) throws -> Reports? {
    try (wearer ?? wearers().first).map { try Reports(journal: self, wearer: $0) }
  }
}
