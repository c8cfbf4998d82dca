/// Prints a day of the journal on a terminal or as JSON.
struct JournalDay {
  let reports: Reports

  func show(_ date: CalendarDate, json: Bool) throws {
    let day = try reports.day(date, .samples)
    guard !day.isEmpty else {
      let known = try reports.journal.knownDays(of: reports.wearer)
      throw DaysOptions.noData(of: date, in: reports.journal, known)
    }
    if json { return try StandardOutput.write(json: JSONFields(day, adding: ["today": date])) }
    let view = DayView(
      day: day,
      footer: (day.coverage?.sentences.map(\.text) ?? []) + [
        Phrase("Times are local. 'halo explain \(example(day))' shows where a number comes from.").text
      ])
    try StandardOutput.write(text: view.draw(on: Terminal.current()))
  }

  /// Returns the arguments for an example of `halo explain`: the day's first value, its sleep, or its movement.
  private func example(_ day: DayReport) -> String {
    guard let series = day.series.first else { return day.movement == nil ? "sleep \(day.date)" : "steps \(day.date)" }
    let metric = (series.high == nil ? nil : series.metric.definition.extremes?.low) ?? series.metric
    return "\(metric.exportName) \(day.date)T\(series.time(at: 0).time)"
  }
}

extension Journal {
  /// Returns the reports of `wearer`, or of the first wearer if it is `nil`. Returns `nil` if the journal has no
  /// wearer.
  func reports(of wearer: String?) throws -> Reports? {
    try (wearer ?? wearers().first).map { try Reports(journal: self, wearer: $0) }
  }
}
