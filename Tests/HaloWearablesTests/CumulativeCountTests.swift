import HaloWearables
import Testing

@Suite("Counters of machines")
struct CumulativeCountTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The values of one record a second; `nil` for a second without a record.
    let values: [Double?]
    let total: Double

    init(_ what: String, _ values: [Double?], _ total: Double) {
      (testDescription, self.values, self.total) = (what, values, total)
    }
  }

  static let cases = [
    Case("an ordinary count", [7, 9, 12, 12, 15], 8),
    Case("one record of 0", [703, 706, 0, 712, 715], 12),
    Case("two lower records, which do not grow", [703, 706, 31, 31, 712, 715], 12),
    Case("one record far too high", [703, 706, 9000, 712, 715], 12),
    Case("one record a little too high", [703, 706, 741, 712, 715, 718], 15),
    Case("one record a little too high at the beginning", [3, 6, 38, 9, 12, 15], 12),
    Case("a restart", [703, 706, 2, 5, 8], 11),
    Case("a restart whose count does not grow at first", [703, 706, 0, 0, 0, 0, 4, 8], 11),
    Case("a first record that is wrong", [0, 703, 706, 709, 712], 9),
    Case("a correction by one", [703, 706, 705, 705, 708, 711], 8),
    Case("a jump, which is not counted", [703, 706, 5000, 5003, 5006], 9),
    Case("a gap of half a minute", [10, 14] + Array(repeating: nil, count: 30) + [140, 144], 134),
    Case("a restart during a gap", [510, 514] + Array(repeating: nil, count: 30) + [60, 64, 68], 72),
    Case("hundreds of meters at a time, each minute", (0...200).map { 100 * Double($0 / 60) }, 300),
    Case("two counts in turn: the first counts", [100, 300, 102, 306, 104, 312, 106], 6),
  ]

  @Test(arguments: cases)
  func `counts what was moved`(example: Case) {
    var count = CumulativeCount.meters
    for (second, value) in example.values.enumerated() { if let value { count.take(value, at: Double(second)) } }
    #expect(count.total == example.total)
  }

  @Test func `a restart in a pause has an estimate of the missing growth`() {
    var count = CumulativeCount.meters
    for second in 0...60 { count.take(Double(1000 + second * 3), at: Double(second)) }
    for second in 120...130 { count.take(Double(second - 120) * 3, at: Double(second)) }
    #expect(count.total == 210 && abs(count.unseen - 180) < 1)
  }

  @Test(arguments: [(20.0, 200.0, true), (2000, 2200, false), (150, 280, true), (900, 1100, false)])
  func `notices a count after a pause that a restart could explain`(before: Double, after: Double, isHidden: Bool) {
    var count = CumulativeCount.meters
    for second in 0...20 { count.take(before - 20 + Double(second), at: Double(second)) }
    count.take(after, at: 220)
    #expect(count.total == after - before + 20 && (count.hidden == before) == isHidden)
  }

  @Test func `an elapsed time that went on excludes a restart`() {
    var clock = CumulativeCount.elapsedSeconds
    for second in 0...40 { clock.take(Double(second + 7), at: Double(second)) }
    clock.take(107, at: 100)
    #expect(clock.total == 100 && clock.hidden == 0)
    var restarted = CumulativeCount.elapsedSeconds
    for second in 0...40 { restarted.take(Double(second), at: Double(second)) }
    restarted.take(52, at: 100)
    #expect(restarted.hidden == 40)
  }
}
