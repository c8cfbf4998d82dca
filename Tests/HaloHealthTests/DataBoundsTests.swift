import HaloHealth
import Testing

@Suite struct DataBoundsTests {
  private let now = Moment("2026-11-20T12:00:00+00:00") ?? Moment(milliseconds: 0, secondsFromGMT: 0)

  @Test(
    arguments: [
      ("1999-12-31T23:59:59+00:00", DataBounds.Problem?.some(.tooEarly)), ("2000-01-01T00:00:00+00:00", nil),
      ("0001-11-20T08:15:00+00:00", .tooEarly), ("2026-11-21T23:59:59+00:00", nil),
      ("2026-11-22T00:00:00+00:00", .inFuture), ("9999-12-31T23:59:59+00:00", .inFuture),
    ])
  func `accepts samples from 2000 until the end of tomorrow`(start: String, problem: DataBounds.Problem?) throws {
    let start = try #require(Moment(start))
    #expect(DataBounds(now: now).problem(.heartRate, 70, start: start, length: 0) == problem)
    #expect(DataBounds(now: now).problem(ofSleepAt: start, minutes: 0) == problem)
  }

  @Test func `rejects intervals longer than the metric's maximum`() {
    let bounds = DataBounds(now: now)
    let start = Moment(milliseconds: now.milliseconds - 5 * 86_400_000, secondsFromGMT: 0)
    for metric in Metric.known {
      let (value, longest) = (metric.plausibleRange.upperBound, metric.definition.longest * 60_000)
      #expect(bounds.problem(metric, value, start: start, length: longest) == nil)
      #expect(bounds.problem(metric, value, start: start, length: longest + 1) == .tooLong)
      #expect(bounds.problem(metric, value, start: start, length: .max) == .tooLong)
      #expect(bounds.problem(metric, value, start: start, length: -1) == .tooLong)
      #expect(bounds.problem(metric, value + 1, start: start, length: 0) == .value)
    }
    #expect(bounds.problem(ofSleepAt: start, minutes: 24 * 60) == nil)
    #expect(bounds.problem(ofSleepAt: start, minutes: 24 * 60 + 1) == .tooLong)
    // A sleep of six years, and one that ends the day after tomorrow.
    #expect(bounds.problem(ofSleepAt: start, minutes: 6 * 365 * 1440) == .tooLong)
    let late = Moment(milliseconds: now.milliseconds + 30 * 3_600_000, secondsFromGMT: 0)
    #expect(bounds.problem(ofSleepAt: late, minutes: 7 * 60) == .inFuture)
  }

  @Test func `limits names in bytes and rejects control and bidirectional characters`() {
    #expect(DataBounds.isName("Ada's ring 💍, left") && DataBounds.isName("戒指") && DataBounds.isName("=1+1"))
    #expect(DataBounds.isName(String(repeating: "n", count: 200)))
    for name in [
      "", "  ", "a\u{0}b", "a\nb", "\u{1B}[2J", "a\u{202E}b", "a\u{2066}b", "a\u{200F}", "a\u{2028}b",
      String(repeating: "n", count: 201), "e" + String(repeating: "\u{301}", count: 5000),
    ] {
      #expect(!DataBounds.isName(name), "\(name.debugDescription.prefix(40))")
      let cleaned = DataBounds.cleaned(name)
      #expect(cleaned.allSatisfy(\.isWhitespace) || DataBounds.isName(cleaned + " 12"))
    }
    #expect(DataBounds.isIdentifier("C3:48:9A:00:00:77") && !DataBounds.isIdentifier(""))
    #expect(!DataBounds.isIdentifier(String(repeating: "C", count: 15_000)))
    #expect(DataBounds.cleaned("R12\u{0}_\u{202E}1") == "R12_1")
  }

  @Test(
    arguments: [
      "2024-11-02T-1:-1:-1+00:00", "2024-11-02T24:00:00+00:00", "2024-11-02T23:60:00+00:00",
      "2024-11-02T+1:+2:+3+00:00",
      "2024-11-02T10:00:00.-12+00:00", "2024-11-02T10:00:00+-1:00", "2024-11-02T10:00:00+19:00",
      "2024-02-30T10:00:00+00:00",
    ])
  func `parses only valid times`(text: String) {
    #expect(Moment(text) == nil)
  }
}
