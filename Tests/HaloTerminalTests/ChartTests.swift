import Testing

@testable import HaloTerminal

@Suite("Charts")
struct ChartTests {
  @Test func `a bar's height follows its value, and a small value is still visible`() {
    let lines = BarChart.lines([0, 1, 50, 100], columnsPerHour: 1, rows: 2)
    #expect(lines == ["   █", " ▁██"])
    #expect(BarChart.lines([0, 0], columnsPerHour: 3, rows: 1) == ["      "])
  }

  @Test func `dots are at their time and value`() {
    var chart = DotChart(columns: 2, rows: 1, values: 10...20)
    chart.mark(from: 0, to: 0, low: 10, high: 10)
    chart.mark(from: 1439, to: 1439, low: 20, high: 20)
    #expect(chart.lines == ["⣤⠛"])
  }

  @Test func `values and times outside the chart stay within it`() {
    var chart = DotChart(columns: 3, rows: 2, values: 0...1)
    chart.mark(from: -500, to: 99_999, low: -1e9, high: 1e9)
    #expect(chart.lines == ["⣿⣿⣿", "⣿⣿⣿"])
    var flat = DotChart(columns: 1, rows: 1, values: 5...5)
    flat.mark(from: 0, to: 1, low: 5, high: 5)
    #expect(flat.lines != [" "])
  }

  @Test func `colors are used only if they are supported`() {
    #expect(Terminal(width: 80, usesColor: false).paint("x", .red) == "x")
    #expect(Terminal(width: 80, usesColor: true).paint("x", .red) == "\u{1B}[31mx\u{1B}[0m")
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
