import HaloHealth
import Testing

@Suite("Mean over time")
struct MeanOverTimeTests {
  private struct Value {
    let second: Int
    let value: Double
    let source: SampleSource
  }

  private func log(of hours: Int, every minutes: Int) -> [Value] {
    stride(from: 0, to: hours * 3600, by: minutes * 60).map { Value(second: $0, value: 66, source: .log) }
  }

  private func mean(_ values: [Value]) -> Double? {
    values.meanOverTime(\.second, isMomentary: \.source.isMomentary, \.value)
  }

  private func expect(_ values: [Value], near expected: Double) throws {
    let shown = try #require(mean(values))
    #expect(abs(shown - expected) < 1e-9, "\(shown), not \(expected)")
  }

  @Test func `weights minutes with a value each second by their duration`() throws {
    // 66 every five minutes for one hour, and 120 each second for one minute of it.
    let live = (600..<660).map { Value(second: $0, value: 120, source: .live) }
    try expect(log(of: 1, every: 5) + live, near: 846 / 12)
    #expect(mean(log(of: 1, every: 5)) == 66)
    #expect(mean(live) == 120)
    // Beside a half-hourly log, five minutes of live rates count for five of the day's 1,440 minutes.
    let watched = (3900..<4200).map { Value(second: $0, value: 120, source: .live) }
    try expect(log(of: 24, every: 30) + watched, near: 19_062 / 288)
    #expect(mean([]) == nil)
  }

  @Test func `a manual value replaces five minutes of the log`() throws {
    var day = log(of: 24, every: 30)
    day[34] = Value(second: day[34].second, value: 126, source: .log)
    let byHand = Value(second: day[34].second + 360, value: 66, source: .manual)
    try expect(day + [byHand], near: 66 + 1500 / 1440)
  }

  @Test func `a gap in the log has no weight`() {
    // One hour of values, five hours without any, and one hour of values: no value covers the gap.
    let day =
      log(of: 1, every: 5) + log(of: 1, every: 5).map { Value(second: $0.second + 21_600, value: 96, source: .log) }
    #expect(mean(day) == 81)
  }
}
