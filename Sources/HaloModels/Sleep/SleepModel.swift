/// The model of the Sleep screen: a night, its naps, and the week up to it.
public typealias SleepModel = DayModel<SleepContents>

/// The contents of the Sleep screen.
public struct SleepContents: Sendable, Hashable {
  /// The main sleep; `nil` if there is no data.
  public let night: NightPicture?
  /// The other sleeps of the day.
  public let naps: [NightPicture]
  /// The reason if the night was not recorded as usual; `nil` otherwise.
  public let account: Phrase?
  /// The report's figures of the night. One without a value gives the reason, unless ``account`` is the reason.
  public let figures: [Fact]
  /// The minutes asleep of the seven days up to and including this one. The unit of the chart is an hour.
  public let week: WeekPicture
}

extension SleepContents: DayContents {
  /// What the screen shows without data.
  public static func advice(isToday: Bool) -> Advice {
    isToday
      ? Advice(
        Phrase("No night yet"),
        Phrase("Wear your ring or watch tonight and sync in the morning. It sends a night after the night has ended."))
      : Advice(Phrase("No data for this night"), Phrase("Your journal has no night of this week."))
  }

  /// Reads a night and its week; `nil` if there is no data.
  public init?(_ reports: Reports, to day: CalendarDate, over _: DaySpan) throws {
    let report = try reports.night(day)
    let span = try reports.nights(from: day.adding(days: -6), to: day)
    night = report.main.map(NightPicture.init)
    naps = report.naps.map(NightPicture.init)
    guard night != nil || !naps.isEmpty || span.nights.asleep.contains(where: { $0 != nil }) else { return nil }
    let reason = report.account.words
    account = report.account.kind == .recorded ? nil : reason
    figures = report.figures.filter { $0.reason != reason }.map(Fact.init)
    let average = span.averages.map {
      Phrase(
        "\($0.asleep.days) nights with data this week, \(MeasureWording.duration(minutes: Int($0.asleep.value.rounded()))) on average."
      )
    }
    week = WeekPicture(
      span.nights.date, span.nights.asleep, goal: reports.profile.sleepGoalMinutes, unit: 60,
      voiceOverText: average ?? Phrase("No sleep data for this week.")
    ) { Phrase("\(MeasureWording.duration(minutes: $0)) asleep") }
  }
}
