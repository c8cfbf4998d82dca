/// Texts of inputs, and links to their explanations.
extension DerivedInput {
  private typealias Link = ExplanationReport.Input.Link

  /// The input of an explained value. `device` gives devices' names by number.
  func report(_ value: DerivedValue, _ reports: Reports, _ device: (Int) -> String) throws -> ExplanationReport.Input {
    .init(name: phrase(device, Self.time), links: try links(value, reports))
  }

  /// The input in English, with exact times and its frames: "charging at 2026-11-20T08:15:00+01:00; frames 17-40".
  func text(_ device: (Int) -> String) -> String {
    let words = phrase(device) { Phrase(verbatim: "\($0)") }.english
    return frames.map { "\(words); frames \($0)" } ?? words
  }

  private func phrase(_ device: (Int) -> String, _ time: (Moment) -> Phrase) -> Phrase {
    switch source {
    case .sleep(let id, let start, let end, let parts):
      return parts > 1
        ? Phrase("the sleep of \(device(id)), \(time(start)) to \(time(end)), in \(parts) parts")
        : Phrase("the sleep of \(device(id)), \(time(start)) to \(time(end))")
    case .values(let metric, let count, let id, let first, let last, let choice):
      let name = Phrase("\(count) values of \(Self.name(metric)) of \(device(id)), \(time(first)) to \(time(last))")
      return choice?.phrase(device).map { Phrase("\(name), \($0)") } ?? name
    case .device(let choice): return choice.phrase(device) ?? Phrase(verbatim: device(choice.device))
    case .baseline(let count, let days, let usual, let spread):
      return Phrase(
        "\(count) values of the \(Int(days)) days before: usual \(usual, digits: 1), spread \(spread, digits: 1)")
    case .pairs(let count): return Phrase("\(count) pairs of days, and the hours in which a device was worn")
    case .sleeps(let count, let days): return Phrase("\(count) sleeps of the last \(Int(days)) days")
    case .worn(let hours, let all, let from, let to, let isUsual):
      return isUsual
        ? Phrase("worn in \(hours) of \(all) hours, \(time(from)) to \(time(to)): the usual hours of sleep")
        : Phrase(
          "worn in \(hours) of \(all) hours, \(time(from)) to \(time(to)): assumed hours of sleep, because there is data for few nights"
        )
    case .synced(let before, let after, let days):
      let before = before.map(time) ?? Phrase("never before")
      let after = after.map(time) ?? Phrase("never since")
      return Phrase("synced \(before), then \(after); a device stores \(days) days")
    case .ownStages(let start, _): return Phrase("Halo's own stages of half minutes from \(time(start)) on")
    case .recording(let id, let start, let end):
      let sensor = id.map { Phrase("the accelerometer of \(device($0))") } ?? Phrase("an accelerometer")
      return Phrase("the raw recording of \(sensor), \(time(start)) to \(time(end)), and the heart rates in it")
    case .charging(let moment): return Phrase("charging at \(time(moment))")
    case .battery(let readings):
      let all = Phrase.all(readings.map { Phrase("at \($0.percent, digits: 0) % at \(time($0.time))") })
      return Phrase("the cell was \(all ?? Phrase(""))")
    case .total: return Phrase("the device's total of the day")
    case .log: return Phrase("the device's log of the day")
    case .imports(true): return Phrase("no sync before, and imported files")
    case .imports(false): return Phrase("no sync before, and imported files that have no sleep of the days before")
    case nil: return Phrase(verbatim: words)
    }
  }

  private func links(_ value: DerivedValue, _ reports: Reports) throws -> [Link] {
    let date = value.start.wallClock.date
    func link(_ date: CalendarDate, _ explain: String) -> Link {
      Link(name: Phrase("\(date, .full)"), explain: explain)
    }
    func ends<Element>(_ all: [Element]) -> [Element] { all.count > 1 ? [all[0], all[all.count - 1]] : all }
    switch source {
    case .sleep(_, let start, _, _): return [Link(name: Phrase("Sleep"), explain: "sleep@\(start)")]
    case .values(let metric, _, _, let first, let last, _):
      return (first == last ? [first] : [first, last]).map {
        Link(name: Self.time($0), explain: "\(metric.exportName)@\($0)")
      }
    case .baseline(_, let count, _, _):
      guard let metric = DerivedMetric.allCases.first(where: { $0.trend == value.metric }) else { return [] }
      let days = try reports.journal.derivedPoints(
        metric, of: reports.wearer, from: date.adding(days: -Int(count)), to: date.adding(days: -1)
      ).map(\.date)
      return (ends(days) + [date]).map { link($0, "\(metric.exportName)@\($0)") }
    case .sleeps(_, let days):
      let end = value.start + .milliseconds(value.length)
      let begin = min(end - .days(Int(days)), end)
      let sleeps = SleepEpisode.all(in: try reports.journal.sleeps(of: reports.wearer, in: begin..<end))
      return ends(sleeps).map { link($0.end.wallClock.date, "sleep@\($0.start)") }
    case .charging(let moment): return [Link(name: Self.time(moment), explain: "battery-charging@\(moment)")]
    case .total, .log: return [link(date, "movement@\(date)")]
    default: return []
    }
  }

  private static func time(_ moment: Moment) -> Phrase {
    Phrase("\(moment.wallClock.date, .day), \(moment.wallClock.time)")
  }

  /// A metric's name within a sentence.
  private static func name(_ metric: Metric) -> Phrase {
    switch metric {
    case .heartRate: Phrase("heart rate")
    case .heartRateVariability: Phrase("the device's own HRV")
    case .restingHeartRate: Phrase("reported resting heart rate")
    case .heartRateVariabilityRMSSD: Phrase(verbatim: "RMSSD")
    default: metric.title
    }
  }
}
