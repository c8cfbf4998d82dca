import Foundation
import Testing

@testable import HaloSignals

@Suite struct SleepWakeMethodTests {
  @Test func `coefficients are the published ones`() {
    // A single count of 1000: each weight appears at its distance.
    var minutes = [Double](repeating: 0, count: 31)
    minutes[15] = 1000
    func weights(_ method: SleepWakeMethod, _ range: ClosedRange<Int>, epoch: Double = 60) -> [Double] {
      range.reversed().map { method.indices(minutes, epoch: epoch)[15 - $0] }
    }
    // From two minutes after the scored one to four before it.
    #expect(close(weights(.coleKripke, -4...2), [67, 74, 230, 76, 58, 54, 106]))
    #expect(
      close(
        weights(.scripps, -10...2),
        [
          0.0100, 0.0112, 0.0300, 0.0664, 0.0280, 0.0188, 0.0128, 0.0118, 0.0118, 0.0112, 0.0112, 0.0074, 0.0064,
        ].map { $0 * 204 }))
    #expect(close(weights(.oakley, -2...2), [40, 200, 1000, 200, 40]))
    #expect(close(weights(.oakley, -4...4, epoch: 30), [40, 40, 200, 200, 2000, 200, 200, 40, 40]))
    #expect(weights(.coleKripke, 3...3) == [0] && weights(.coleKripke, -5...(-5)) == [0])
  }

  private func close(_ values: some Sequence<Double>, _ others: [Double]) -> Bool {
    let values = Array(values)
    return values.count == others.count && zip(values, others).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func `sadeh is the published sum`() {
    var minutes = [Double](repeating: 0, count: 21)
    #expect(abs(SleepWakeMethod.sadeh.indices(minutes)[10] - 7.601) < 1e-12)
    // 60 in the scored minute affects the mean, the number of medium minutes, the deviation and the logarithm.
    minutes[10] = 60
    let deviation = (60.0 * 60 - 60 * 60 / 6).squareRoot() / 5.0.squareRoot()
    let expected = 7.601 - 0.065 * 60 / 11 - 1.08 - 0.056 * deviation - 0.703 * log(61)
    #expect(abs(SleepWakeMethod.sadeh.indices(minutes)[10] - expected) < 1e-12)
    // 100 counts are no longer medium; 50 are.
    minutes[10] = 0
    for (count, middling) in [(49.0, 0.0), (50, 1), (99, 1), (100, 0)] {
      minutes[15] = count
      let value = SleepWakeMethod.sadeh.indices(minutes)[10]
      #expect(abs(value - (7.601 - 0.065 * count / 11 - 1.08 * middling)) < 1e-12)
    }
  }

  struct Vectors: Decodable {
    var counts: [Double]
    var coleKripke, scripps, oakley60, oakley30: [Int]

    enum CodingKeys: String, CodingKey {
      case counts
      case coleKripke = "cole-kripke"
      case scripps = "scripps-of-8-times"
      case oakley60 = "oakley-60"
      case oakley30 = "oakley-30"
    }
  }

  @Test func `scores are those of a published package`() throws {
    let vectors = try VectorFile.read("sleep-wake.json", as: Vectors.self)
    func expect(_ method: SleepWakeMethod, _ counts: [Double], _ answers: [Int], epoch: Double = 60) throws {
      let scores = try method.score(counts, epoch: epoch)
      let inner = 30..<counts.count - 30
      #expect(inner.allSatisfy { scores[$0] == (answers[$0] == 1 ? .sleep : .wake) }, "\(method)")
      #expect(Set(inner.map { answers[$0] }).count == 2)
    }
    try expect(.coleKripke, vectors.counts, vectors.coleKripke)
    try expect(.scripps, vectors.counts.map { $0 * 8 }, vectors.scripps)
    try expect(.oakley, vectors.counts, vectors.oakley60)
    try expect(.oakley, vectors.counts, vectors.oakley30, epoch: 30)
  }

  @Test(arguments: SleepWakeMethod.allCases)
  func `a night without movement is sleep and much movement is wake`(method: SleepWakeMethod) throws {
    #expect(try method.score([Double](repeating: 0, count: 60), epoch: 30).allSatisfy { $0 == .sleep })
    #expect(try method.score([Double](repeating: 500, count: 60), epoch: 30).allSatisfy { $0 == .wake })
  }

  @Test func `shorter epochs are summed to minutes`() throws {
    var random = SeededRandom(seed: 5)
    let minutes = (0..<100).map { _ in Double.random(in: 0..<5, using: &random) }
    let halves = minutes.flatMap { [$0 * 0.25, $0 * 0.75] }
    let scores = try SleepWakeMethod.coleKripke.score(minutes, epoch: 60)
    #expect(try SleepWakeMethod.coleKripke.score(halves, epoch: 30) == scores.flatMap { [$0, $0] })
    #expect(throws: SleepProblem.self) { try SleepWakeMethod.coleKripke.score(minutes, epoch: 90) }
    #expect(throws: SleepProblem.self) { try SleepWakeMethod.oakley.score(minutes, epoch: 20) }
    #expect(throws: SleepProblem.self) { try SleepWakeMethod.sadeh.score(minutes, epoch: .nan) }
  }

  @Test func `has no result near a missing epoch`() throws {
    var counts = [Double](repeating: 0, count: 40)
    counts[20] = .nan
    let scores = try SleepWakeMethod.coleKripke.score(counts, epoch: 60)
    #expect(scores.indices.filter { scores[$0] == nil } == Array(18...24))
  }

  @Test func `scales and limits the counts of an actigraph`() throws {
    let counts: [Double] = [0, 0, 0, 0, 0, 40_000, 0, 0, 0, 0]
    let options = SleepWakeMethod.Options(actigraph: true)
    #expect(abs(SleepWakeMethod.coleKripke.indices(counts, options: options)[5] - 0.001 * 230 * 300) < 1e-9)
    #expect(
      try SleepWakeMethod.coleKripke.score([150, 150, 150, 150, 150, 150], epoch: 60, options: options)[4] == .sleep)
  }

  @Test(arguments: [
    // After 4, 10 and 15 minutes of wake, 1, 3 and 4 of sleep become wake.
    ("WWWSSSSSSSSS", "WWWSSSSSSSSS"), ("WWWWSSSSSSSS", "WWWWWSSSSSSS"),
    ("WWWWWWWWWWSSSSSSS", "WWWWWWWWWWWWWSSSS"), ("WWWWWWWWWWWWWWWSSSSSSS", "WWWWWWWWWWWWWWWWWWWSSS"),
    // Six minutes between ten of wake become wake, seven do not.
    ("WWWWWWWWWWSSSSSSWWWWWWWWWW", "WWWWWWWWWWWWWWWWWWWWWWWWWW"),
    ("WWWWWWWWWWSSSSSSSWWWWWWWWWW", "WWWWWWWWWWWWWSSSSWWWWWWWWWW"),
    ("WWWWWWWWWWSSSSSSWWWWWWWWW", "WWWWWWWWWWWWWSSSWWWWWWWWW"),
    // A missing minute ends a run.
    ("WWWW?SSS", "WWWW?SSS"), ("", ""),
  ])
  func `scores lying still as wake with the rules of Webster`(before: String, after: String) {
    var scores = before.map { $0 == "W" ? SleepWake.wake : $0 == "S" ? .sleep : nil }
    WebsterRules.apply(to: &scores, epoch: 60)
    #expect(scores.map { $0 == .wake ? "W" : $0 == .sleep ? "S" : "?" }.joined() == after)
    var halves = before.flatMap { [$0, $0] }.map { $0 == "W" ? SleepWake.wake : $0 == "S" ? .sleep : nil }
    WebsterRules.apply(to: &halves, epoch: 30)
    #expect(halves == scores.flatMap { [$0, $0] })
  }
}
