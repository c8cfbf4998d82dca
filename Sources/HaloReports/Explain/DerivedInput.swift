import HaloHealth
import HaloJournal

/// An input of a computed value. The journal stores it as an English sentence with frame numbers; only this type parses
/// it.
struct DerivedInput {
  /// A translatable phrase with links to explanations.
  let report: ExplanationReport.Input
  /// The source frames.
  let frames: [Int]

  /// Parses an input of a computed value. Unknown sentences are kept verbatim.
  init(_ stored: String, _ value: DerivedValue, _ reports: Reports) throws {
    let parts = stored.split(separator: "; frames ")
    frames = parts.count == 2 ? Journal.frames(in: String(parts[1])) : []
    report = try Self.input(String(parts.first ?? ""), value, reports)
  }

  private typealias Link = ExplanationReport.Input.Link

  private static func input(
    _ words: String, _ value: DerivedValue, _ reports: Reports
  ) throws -> ExplanationReport.Input {
    let date = value.start.wallClock.date
    if let match = words.wholeMatch(of: /the sleep of (.+), (\S+) to (\S+?)(?:, in (\d+) parts)?/) {
      let (device, start, end) = (String(match.1), time(match.2), time(match.3))
      return .init(
        name: match.4.map { Phrase("the sleep of \(device), \(start) to \(end), in \(String($0)) parts") }
          ?? Phrase("the sleep of \(device), \(start) to \(end)"),
        links: [Link(name: Phrase("Sleep"), explain: "sleep@\(match.2)")])
    }
    if let match = words.wholeMatch(
      of: /(\d+) values of (.+?) of (.+), (\S+T\S+) to (\S+?)(, chosen (?:by priority )?of .+)?/)
    {
      let (count, device, metric) = (String(match.1), String(match.3), self.metric(match.2))
      let name = Phrase(
        "\(count) values of \(metric?.inSentence ?? Phrase(verbatim: String(match.2))) of \(device), \(time(match.4)) to \(time(match.5))"
      )
      let chosen = match.6.map { Phrase("\(name), \(choice($0.dropFirst(2)))") }
      let ends = match.4 == match.5 ? [match.4] : [match.4, match.5]
      return .init(
        name: chosen ?? name,
        links: metric.map { metric in
          ends.map { Link(name: time($0), explain: "\(metric.metric.exportName)@\($0)") }
        } ?? [])
    }
    if let match = words.wholeMatch(
      of: /(\d+) values of '.+' of the (\d+) days before (\S+): usual (\S+), spread (\S+)/),
      let metric = DerivedMetric.allCases.first(where: { $0.trend == value.metric })
    {
      let name = Phrase(
        "\(String(match.1)) values of the \(String(match.2)) days before: usual \(String(match.4)), spread \(String(match.5))"
      )
      let days = try reports.journal.derivedPoints(
        metric, of: reports.wearer, from: date.adding(days: -(Int(match.2) ?? 0)), to: date.adding(days: -1)
      ).map(\.date)
      let ends = [days.first, days.count > 1 ? days.last : nil, date].compactMap(\.self)
      return .init(
        name: name, links: ends.map { Link(name: Phrase("\($0, .full)"), explain: "\(metric.exportName)@\($0)") })
    }
    if let match = words.wholeMatch(of: /(\d+) pairs of days, and the hours in which a device was worn/) {
      return .init(
        name: Phrase("\(String(match.1)) pairs of days, and the hours in which a device was worn"), links: [])
    }
    if let match = words.wholeMatch(of: /(\d+) sleeps of the last (\d+) days/) {
      let end = value.start + .milliseconds(value.length)
      let begin = end - .days(Int(match.2) ?? 0)
      let sleeps = SleepEpisode.all(in: try reports.journal.sleeps(of: reports.wearer, in: begin..<max(begin, end)))
      let ends = [sleeps.first, sleeps.count > 1 ? sleeps.last : nil].compactMap(\.self)
      return .init(
        name: Phrase("\(String(match.1)) sleeps of the last \(String(match.2)) days"),
        links: ends.map { Link(name: Phrase("\($0.end.wallClock.date, .full)"), explain: "sleep@\($0.start)") })
    }
    if let match = words.wholeMatch(of: /worn in (\d+) of (\d+) hours, (\S+) to (\S+): (.+)/) {
      let isUsual = match.5 == "the usual hours of sleep"
      let (worn, all, from, to) = (String(match.1), String(match.2), time(match.3), time(match.4))
      return .init(
        name: isUsual
          ? Phrase("worn in \(worn) of \(all) hours, \(from) to \(to): the usual hours of sleep")
          : Phrase(
            "worn in \(worn) of \(all) hours, \(from) to \(to): assumed hours of sleep, because there is data for few nights"
          ),
        links: [])
    }
    if let match = words.wholeMatch(of: /synced (.+), then (.+); a device keeps (\d+) days/) {
      let before = match.1 == "never before" ? Phrase("never before") : time(match.1)
      let after = match.2 == "never since" ? Phrase("never since") : time(match.2)
      return .init(
        name: Phrase("synced \(before), then \(after); a device stores \(String(match.3)) days"), links: [])
    }
    if let match = words.wholeMatch(of: /stages of half minutes from (\S+): .+/) {
      return .init(name: Phrase("Halo's own stages of half minutes from \(time(match.1)) on"), links: [])
    }
    if let match = words.wholeMatch(of: /charging at (\S+)/) {
      return .init(
        name: Phrase("charging at \(time(match.1))"),
        links: [Link(name: time(match.1), explain: "battery-charging@\(match.1)")])
    }
    let day = [Link(name: Phrase("\(date, .full)"), explain: "movement@\(date)")]
    switch words {
    case "the device's total of the day": return .init(name: Phrase("the device's total of the day"), links: day)
    case "the device's log of the day": return .init(name: Phrase("the device's log of the day"), links: day)
    default: return .init(name: Phrase(verbatim: words), links: [])
    }
  }

  /// Formats a time for users.
  private static func time(_ text: some StringProtocol) -> Phrase {
    guard let clock = Moment(text)?.wallClock else { return Phrase(verbatim: String(text)) }
    return Phrase("\(clock.date, .day), \(clock.time)")
  }

  /// The metric named in the stored sentence, and its name within a sentence.
  private static func metric(_ words: Substring) -> (metric: Metric, inSentence: Phrase)? {
    switch words {
    case "heart rate", "the heart rate": (.heartRate, Phrase("heart rate"))
    case "the device's own variability": (.heartRateVariability, Phrase("the device's own HRV"))
    case "reported resting heart rate": (.restingHeartRate, Phrase("reported resting heart rate"))
    case "RMSSD": (.heartRateVariabilityRMSSD, Phrase(verbatim: "RMSSD"))
    default: nil
    }
  }

  /// Parses a stored choice among devices: `chosen of 2 devices: ring (268 of 288 five-minute spans; strap 12)`.
  private static func choice(_ words: Substring) -> Phrase {
    guard
      let match = words.wholeMatch(
        of: /chosen (by priority )?of (\d+) devices: (.+) \((\d+)( of \d+)? ([a-z -]+); (.+)\)/)
    else { return Phrase(verbatim: String(words)) }
    let count = String(match.4)
    let amount: Phrase =
      switch (match.6, match.5) {
      case ("five-minute spans", let all?): Phrase("\(count) of \(String(all.dropFirst(4))) five-minute spans")
      case ("five-minute spans", nil): Phrase("\(count) five-minute spans")
      case ("steps", _): Phrase("\(count) steps")
      case ("minutes asleep", _): Phrase("\(count) minutes asleep")
      default: Phrase(verbatim: "\(count) \(match.6)")
      }
    let (name, devices, others) = (String(match.3), String(match.2), String(match.7))
    return match.1 == nil
      ? Phrase("\(name), selected from \(devices) devices (\(amount); \(others))")
      : Phrase("\(name), selected by priority from \(devices) devices (\(amount); \(others))")
  }
}
