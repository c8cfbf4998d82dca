import ArgumentParser
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal

/// A day of the journal on a terminal, or as JSON.
struct JournalDay {
  private let journal: Journal
  private let wearer: String?

  init(_ journal: Journal, wearer: String?) {
    self.journal = journal
    self.wearer = wearer
  }

  func summary(_ day: CalendarDate) throws -> DaySummary {
    DaySummary(of: day, in: try journal.day(day, wearer: wearer))
  }

  /// What was computed of a day; `nil` where nothing was.
  private func insights(_ day: CalendarDate) throws -> DayInsights? {
    guard let wearer = try wearer ?? journal.wearers().first else { return nil }
    return try journal.insights(of: wearer, from: day, to: day).first.flatMap { $0.values.isEmpty ? nil : $0 }
  }

  /// Of how much of each day something is known.
  func coverage(from first: CalendarDate, to last: CalendarDate) throws -> [CalendarDate: DayCoverage] {
    guard let wearer = try wearer ?? journal.wearers().first else { return [:] }
    return try journal.coverage(of: wearer, from: first, to: last)
  }

  /// What `halo explain` can be asked about the day: its heart rate, or its first sample if it has none.
  private func example(_ day: DaySummary) -> String {
    let metrics = Metric.allCases.filter { ![.battery, .batteryCharging].contains($0) } + [.battery]
    guard day.samples[.heartRate] == nil, let sample = metrics.lazy.compactMap({ day.samples[$0]?.first }).first else {
      return "heart-rate \(day.date)T08:00"
    }
    return "\(MetricName.name(sample.metric)) \(day.date)T\(sample.start.time)"
  }

  func show(_ day: CalendarDate, json: Bool) throws {
    let summary = try summary(day)
    guard !summary.isEmpty else {
      let span =
        try journal.knownDays(of: wearer).map { " It has days from \($0.lowerBound) to \($0.upperBound)." } ?? ""
      StandardError.write("halo: there is nothing of \(day) in the journal \(journal.path).\(span)\n")
      throw ExitCode(EX.dataError)
    }
    let insights = try insights(day)
    let coverage = try coverage(from: day, to: day)[day]
    if json {
      return try StandardOutput.write(
        json: DayReport(summary, today: day, insights: insights, coverage: coverage))
    }
    let view = DayView(
      summary, insights: insights,
      footer: (coverage.map { CoverageWords($0).sentences } ?? []) + [
        "By the clock on the wall. 'halo explain \(example(summary))' shows where a number comes from."
      ])
    try StandardOutput.write(text: view.draw(on: Terminal.current()))
  }
}
