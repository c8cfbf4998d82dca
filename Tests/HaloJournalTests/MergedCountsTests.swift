import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import Testing

@testable import HaloJournal

/// Counts of several devices at one time.
@Suite struct MergedCountsTests {
  /// A count of a device from one minute of the day to another.
  private func count(_ value: Double, _ device: Int, _ minutes: Range<Int>) -> StoredSample {
    StoredSample(
      device: device, metric: .steps, start: Moment(milliseconds: minutes.lowerBound * 60_000, secondsFromGMT: 0),
      length: minutes.count * 60_000, source: .log, value: value, isDoubtful: false, statement: nil, rank: nil)
  }

  private func parts(_ samples: [StoredSample], totals: [Int: Double] = [:], ranks: [Int: Int] = [:]) -> [String] {
    MergedCounts(samples, totals: totals, ranks: { ranks[$0] }).parts.map { "\($0.device): \($0.counted) of \($0.all)" }
  }

  @Test func `devices that counted at different times add up`() {
    #expect(
      parts([count(7300, 1, 480..<1020), count(2600, 2, 1020..<1300)]) == [
        "1: 7300.0 of 7300.0", "2: 2600.0 of 2600.0",
      ])
  }

  @Test func `where devices counted at the same time, the one that comes first counts, and of the other the rest`() {
    let both = [count(600, 1, 600..<660), count(400, 2, 640..<680)]
    #expect(parts(both) == ["1: 600.0 of 600.0", "2: 200.0 of 400.0"])
    #expect(parts(both, ranks: [2: 1]) == ["2: 400.0 of 400.0", "1: 400.0 of 600.0"])
  }

  @Test func `an app that writes for two devices does not count twice`() {
    let phone = [count(300, 1, 600..<615), count(500, 1, 615..<630), count(90, 1, 700..<715)]
    let band = [count(280, 1, 600..<620), count(420, 1, 620..<640)]
    #expect(parts(phone + band) == ["1: 1100.0 of 1590.0"])
  }

  @Test func `two records of one device with one start both count if one is a moment`() {
    #expect(parts([count(99, 1, 600..<610), count(4, 1, 600..<600)]) == ["1: 103.0 of 103.0"])
  }

  @Test func `the own total of the first device counts, with what others counted at other times`() {
    let all = [count(5000, 1, 480..<900), count(800, 2, 1000..<1100), count(700, 2, 700..<800)]
    #expect(parts(all, totals: [1: 5200]) == ["1: 5200.0 of 5200.0", "2: 800.0 of 1500.0"])
    // A total without a log has no times: it is of the whole day.
    #expect(parts([count(700, 2, 700..<800)], totals: [1: 5200]) == ["1: 5200.0 of 5200.0", "2: 0.0 of 700.0"])
  }

  @Test func `in an hour that a synced device reported, another one does not count`() {
    func synced(_ value: Double, _ device: Int, _ minutes: Range<Int>) -> StoredSample {
      let plain = count(value, device, minutes)
      return StoredSample(
        device: device, metric: .steps, start: plain.start, length: plain.length, source: .log, value: value,
        isDoubtful: false, statement: 7, rank: nil)
    }
    let ring = [synced(900, 1, 600..<615), synced(300, 1, 660..<675)]
    let watch = [
      synced(55, 2, 640..<641), synced(70, 2, 700..<701), synced(80, 2, 730..<731), synced(60, 2, 800..<801),
    ]
    #expect(parts(ring + watch) == ["1: 1200.0 of 1200.0", "2: 140.0 of 265.0"])
    let merged = MergedCounts(ring + watch, worn: [1: [12]], ranks: { _ in nil })
    #expect(merged.parts.map(\.counted) == [1200, 60])
  }

  @Test func `an interval over midnight counts for both days in proportion`() {
    let parts = count(600, 1, 1410..<1470).byDay
    #expect(parts.map { "\($0.date) \($0.sample.value)" } == ["1970-01-01 300.0", "1970-01-02 300.0"])
    #expect(count(5, 1, 1430..<1440).byDay.map(\.sample.value) == [5])
    #expect(count(50, 1, 1430..<4330).byDay.count == 4)
  }

  @Test(arguments: UInt64(1)...200)
  func `if all devices count the same walk, each minute of it counts once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (samples, walked) = ([StoredSample](), Set<Int>())
    for device in 1...3 {
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let begin = Int.random(in: 0..<1400, using: &random)
        let minutes = begin..<begin + Int.random(in: 1...40, using: &random)
        samples.append(count(Double(minutes.count * 110), device, minutes))
        walked.formUnion(minutes)
      }
    }
    let merged = MergedCounts(samples, ranks: { $0 == 2 ? 1 : nil })
    #expect(abs(merged.amount - Double(walked.count * 110)) < 0.001)
    #expect(abs(merged.samples.reduce(0) { $0 + $1.value } - merged.amount) < 0.001)
  }
}
