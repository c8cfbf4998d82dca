import HaloHealth
import HaloReports
import Testing

@testable import HaloCommand

@Suite("Charts")
struct ChartTests {
  @Test func `a bar's height follows its value, and a small value is still visible`() {
    let lines = BarChart.lines([0, 1, 50, 100], columnsPerHour: 1, rows: 2)
    #expect(lines == ["   █", " ▁██"])
    #expect(BarChart.lines([0, 0], columnsPerHour: 3, rows: 1) == ["      "])
  }

  @Test func `dots are at their time and value`() {
    var chart = DotChart(columns: 2, rows: 1)
    chart.mark(from: 0, to: 0, low: 10, high: 10, bottom: 10, top: 20)
    chart.mark(from: 1439, to: 1439, low: 20, high: 20, bottom: 10, top: 20)
    #expect(chart.lines == ["⣤⠛"])
  }

  @Test func `values and times outside the chart stay within it`() {
    var chart = DotChart(columns: 3, rows: 2)
    chart.mark(from: -500, to: 99_999, low: -1e9, high: 1e9, bottom: 0, top: 1)
    #expect(chart.lines == ["⣿⣿⣿", "⣿⣿⣿"])
    var flat = DotChart(columns: 1, rows: 1)
    flat.mark(from: 0, to: 1, low: 5, high: 5, bottom: 5, top: 5)
    #expect(flat.lines != [" "])
  }

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

  @Test func `colors are used only if they are supported`() {
    #expect(Terminal(width: 80, usesColor: false).paint("x", .red) == "x")
    #expect(Terminal(width: 80, usesColor: true).paint("x", .red) == "\u{1B}[31mx\u{1B}[0m")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
  func `large numbers are grouped`(number: Int, text: String) {
    #expect(TextFormat.grouped(number) == text)
  }
}

@Suite("Line plots")
struct LinePlotTests {
  @Test func `a line connects the values, and a gap interrupts it`() {
    var plot = LinePlot(columns: 2, rows: 1, over: 0...3, values: 0...3)
    for time in 0...3 { plot.line(to: Double(time), at: Double(time)) }
    #expect(plot.lines == ["⡠⠊"])
    var gap = LinePlot(columns: 2, rows: 1, over: 0...3, values: 0...3)
    gap.line(to: 0, at: 0)
    gap.line(to: .nan, at: 1)
    gap.line(to: 3, at: 3)
    #expect(gap.lines == ["⡀⠈"])
  }
}
