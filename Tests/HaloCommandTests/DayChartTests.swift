import HaloHealth
import HaloReports
import Testing

@testable import HaloCommand

@Suite("Charts of a day")
struct DayChartTests {
  @Test func `each minute of a night is in the row of its stage`() {
    let start = WallClock(date: CalendarDate(daysSince1970: 20_000), minuteOfDay: 30)
    let stages = [(SleepStage.light, 10), (.deep, 10), (nil, 10), (.awake, 10)]
    let night = Night(
      kind: .night, start: start, end: start.adding(minutes: 40),
      stages: stages.map { Night.Stretch(stage: $0, minutes: $1) },
      provenance: Provenance(frames: [], decoder: "test"))
    let hypnogram = Hypnogram(SleepReport(night, main: true), columns: 8)
    #expect(hypnogram.line(.light) == "██      ")
    #expect(hypnogram.line(.deep) == "  ██    ")
    #expect(hypnogram.line(.rem) == "        ")
    #expect(hypnogram.line(.awake) == "      ██")
    let brief = Night(
      kind: .night, start: start, end: start.adding(minutes: 400),
      stages: [.init(stage: .light, minutes: 395), .init(stage: .awake, minutes: 2), .init(stage: .light, minutes: 3)],
      provenance: Provenance(frames: [], decoder: "test"))
    #expect(Hypnogram(SleepReport(brief, main: true), columns: 10).line(.awake).contains("█") == false)
    #expect(Hypnogram(SleepReport(brief, main: true), columns: 100).line(.awake).contains("█"))
  }

  @Test func `a night without a length or stages draws nothing and does not trap`() {
    let start = WallClock(date: CalendarDate(daysSince1970: 20_000), minuteOfDay: 30)
    let night = Night(
      kind: .nap, start: start, end: start, stages: [], provenance: Provenance(frames: [], decoder: "test"))
    #expect(Hypnogram(SleepReport(night, main: true), columns: 4).line(.light) == "    ")
    #expect(TimeAxis.night(SleepReport(night, main: true), columns: 4).isEmpty)
  }

  @Test(arguments: [
    (Wording(), 72, "00       03       06       09       12       15       18       21     00"),
    (Wording(usesTwelveHours: true), 72, "12 am    3 am     6 am     9 am     12 pm    3 pm     6 pm     9 pm"),
    (Wording(usesTwelveHours: true), 36, "12 am    6 am     12 pm    6 pm"),
  ])
  func `a day's axis has the reader's clock format`(wording: Wording, columns: Int, labels: String) {
    #expect(Wording.$current.withValue(wording) { TimeAxis.day(columns: columns) } == labels)
  }

  @Test func `a night's axis has the reader's clock format`() {
    let start = WallClock(date: CalendarDate(daysSince1970: 20_000), minuteOfDay: 22 * 60 + 30)
    let night = SleepReport(
      Night(
        kind: .night, start: start, end: start.adding(minutes: 240), stages: [.init(stage: .light, minutes: 240)],
        provenance: Provenance(frames: [], decoder: "test")), main: true)
    #expect(TimeAxis.night(night, columns: 48).split(separator: "  ").map { $0.filter { $0 != " " } }.first == "23:00")
    let labels = Wording.$current.withValue(Wording(usesTwelveHours: true)) { TimeAxis.night(night, columns: 48) }
    #expect(labels == "      11:00 pm    12:00 am    1:00 am")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
  func `large numbers are grouped`(number: Int, text: String) {
    #expect(TextFormat.grouped(number) == text)
  }
}
