import HaloText
import Foundation
import Testing

@testable import HaloSignals

@Suite("Heart rate variability")
struct VariabilityTests {
  @Test func `alternating intervals give exactly the defined values`() throws {
    let analysis = VariabilityAnalysis(measured: (0..<200).map { $0.isMultiple(of: 2) ? 800 : 860 })
    let values = try #require(analysis.variability)
    #expect(abs(values.rmssd - 60) < 1e-9 && values.pnn50 == 100 && abs(values.mean - 830) < 1e-9)
    #expect(abs(values.sdnn - 30 * (200.0 / 199).squareRoot()) < 1e-9)
    #expect(abs(values.sd1 - 60 / 2.0.squareRoot() * (199.0 / 198 * (1 - 1 / 199.0 / 199)).squareRoot()) < 1e-6)
    #expect(values.sd2 < 1e-9 && analysis.used == 200 && analysis.beats == 201)
  }

  @Test func `a difference of 50 ms is not above 50 ms`() throws {
    let values = try #require(
      VariabilityAnalysis(measured: (0..<100).map { $0.isMultiple(of: 2) ? 800 : 850 }).variability)
    #expect(values.pnn50 == 0 && abs(values.rmssd - 50) < 1e-9)
  }

  @Test(arguments: [4.9, 12, 30] as [Double])
  func `waves of known amplitude have their power in their band`(minutes: Double) throws {
    var (intervals, time) = ([Double](), 0.0)
    while time < minutes * 60 {
      let interval = 800 + 30 * sin(2 * Double.pi * 0.1 * time) + 20 * sin(2 * Double.pi * 0.25 * time)
      intervals.append(interval)
      time += interval / 1000
    }
    let values = try #require(VariabilityAnalysis(measured: intervals).variability)
    let (lf, hf, ratio) = (try #require(values.lf), try #require(values.hf), try #require(values.lfhf))
    // Half the squared amplitude; some of it leaks across the borders of the bands.
    #expect(abs(lf - 450) < 25 && abs(hf - 200) < 25)
    #expect(abs(ratio - lf / hf) < 1e-12)
  }

  @Test func `evenly scattered intervals are all used, and match the formulas`() throws {
    var state: UInt64 = 3
    let intervals = (0..<500).map { _ -> Double in
      let sum = (0..<12).reduce(0.0) { total, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return total + Double(state >> 11) / Double(1 << 53)
      }
      return 850 + 40 * (sum - 6)
    }
    let analysis = VariabilityAnalysis(measured: intervals)
    let values = try #require(analysis.variability)
    let differences = zip(intervals, intervals.dropFirst()).map { $1 - $0 }
    let rmssd = (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)).squareRoot()
    #expect(analysis.used == 500 && abs(values.rmssd - rmssd) < 1e-9)
  }

  @Test func `missed, extra and ectopic beats are detected, and do not change the result`() throws {
    let clean = (0..<300).map { 800 + 20 * sin(Double($0) * 0.9) }
    var intervals = clean
    intervals.replaceSubrange(50...51, with: [intervals[50] + intervals[51]])
    intervals.replaceSubrange(120...120, with: [300, intervals[120] - 300])
    intervals[200] -= 250
    intervals[201] += 250
    let repaired = VariabilityAnalysis(measured: intervals)
    let verdicts = repaired.verdicts
    // The two parts of the interval split by the extra beat are joined.
    #expect(verdicts[50] == .missed && abs(repaired.intervals[120].milliseconds - clean[121]) < 1e-9)
    #expect(verdicts[199] == .ectopic && verdicts[200] == .ectopic)
    #expect(verdicts.count { $0 != .good } <= 8)
    #expect(repaired.faults == BeatFaults(missed: 1, extra: 1, ectopic: 1))
    let (before, after) = (
      try #require(VariabilityAnalysis(measured: clean).variability),
      try #require(VariabilityAnalysis(measured: intervals).variability)
    )
    #expect(abs(before.rmssd - after.rmssd) < 1)
  }

  @Test(arguments: [
    [], [800], [Double](repeating: .nan, count: 50), [Double](repeating: -5, count: 500),
    [Double](repeating: 90_000, count: 99), [Double](repeating: 800, count: 300),
  ])
  func `untrustworthy series are refused with a reason`(intervals: [Double]) {
    let analysis = VariabilityAnalysis(measured: intervals)
    #expect(analysis.variability == nil && analysis.refusal != nil)
  }

  /// Returns seeded intervals around `mean` that vary with breathing, as at rest, by about `spread` ms.
  private static func resting(_ count: Int, spread: Double, seed: UInt64, mean: Double = 850) -> [Double] {
    var random = SplitMix(seed: seed)
    var slow = 0.0
    return (0..<count).map { index in
      slow = 0.9 * slow + spread * 0.3 * Double.random(in: -1...1, using: &random)
      return mean + slow + spread * sin(Double(index) * 1.4) + spread * 0.4 * Double.random(in: -1...1, using: &random)
    }
  }

  private static func rmssd(_ intervals: [Double]) -> Double {
    let squares = zip(intervals, intervals.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// Adds a fault at each of `places`: a missed, an extra or an ectopic beat.
  private static func faulty(_ intervals: [Double], _ kind: IntervalRepair.Verdict, at places: [Int]) -> [Double] {
    var faulty = intervals
    for place in places.sorted(by: >) {
      switch kind {
      case .missed: faulty.replaceSubrange(place...place + 1, with: [faulty[place] + faulty[place + 1]])
      case .extra: faulty.replaceSubrange(place...place, with: [faulty[place] * 0.4, faulty[place] * 0.6])
      default:
        let early = 0.3 * faulty[place]
        faulty[place] -= early
        faulty[place + 1] += early
      }
    }
    return faulty
  }

  @Test(arguments: [15.0, 40, 70], [IntervalRepair.Verdict.missed, .extra, .ectopic])
  func `six percent faulty beats change RMSSD by less than a tenth, at any variability`(
    spread: Double, kind: IntervalRepair.Verdict
  ) throws {
    let clean = Self.resting(200, spread: spread, seed: UInt64(spread))
    let places = (0..<12).map { 8 + 15 * $0 }
    let analysis = VariabilityAnalysis(measured: Self.faulty(clean, kind, at: places))
    let values = try #require(analysis.variability)
    #expect(abs(values.rmssd / Self.rmssd(clean) - 1) < 0.1)
    let counted =
      switch kind {
      case .missed: analysis.faults.missed
      case .extra: analysis.faults.extra
      default: analysis.faults.ectopic
      }
    #expect((11...13).contains(counted) && analysis.faults.total <= 14)
  }

  /// The sinus node begins again after such a beat, so no pause follows.
  @Test(arguments: [15.0, 40, 70], [1, 2])
  func `premature beats without a pause change RMSSD by less than a tenth, at any variability`(
    spread: Double, run: Int
  ) throws {
    let clean = Self.resting(260, spread: spread, seed: UInt64(spread) + 5)
    var intervals = clean
    for place in stride(from: 11, to: 250, by: 30) {
      for index in place..<place + run { intervals[index] *= 0.62 + 0.01 * Double(place % 7) }
    }
    #expect(abs(Self.rmssd(intervals) / Self.rmssd(clean) - 1) > 0.15)
    let analysis = VariabilityAnalysis(measured: intervals)
    #expect(abs(try #require(analysis.variability).rmssd / Self.rmssd(clean) - 1) < 0.1)
    #expect(analysis.faults.total >= 8)
  }

  @Test(arguments: [3, 4, 5, 7])
  func `a breath that shortens every few intervals by a sixth causes no premature beats`(beats: Int) throws {
    let intervals = (0..<300).map {
      1100 + 185 * cos(2 * Double.pi * Double($0) / Double(beats)) + 25 * sin(Double($0 * $0) * 0.37)
    }
    let analysis = VariabilityAnalysis(measured: intervals)
    #expect(analysis.used == 300 && analysis.faults.total == 0)
  }

  @Test(arguments: [5.0, 15, 40, 70])
  func `all intervals of a series without faults are used`(spread: Double) throws {
    let clean = Self.resting(400, spread: spread, seed: 7)
    let analysis = VariabilityAnalysis(measured: clean)
    #expect(analysis.used == 400 && analysis.faults.total == 0)
    #expect(abs(try #require(analysis.variability).rmssd - Self.rmssd(clean)) < 1e-9)
  }

  @Test(arguments: [1, 2, 3])
  func `a beat displaced by less than the usual changes is detected by its neighbors`(seed: UInt64) throws {
    let clean = Self.resting(200, spread: 30, seed: seed)
    var moved = clean
    for place in stride(from: 15, to: 190, by: 25) {
      let late = place.isMultiple(of: 2) ? 75.0 : -75
      moved[place] += late
      moved[place + 1] -= late
    }
    #expect(abs(Self.rmssd(moved) / Self.rmssd(clean) - 1) > 0.1)
    let analysis = VariabilityAnalysis(measured: moved)
    #expect((6...8).contains(analysis.faults.total))
    #expect(abs(try #require(analysis.variability).rmssd / Self.rmssd(clean) - 1) < 0.08)
  }

  @Test
  func `faults of three kinds are refused at a lower share than those of one kind`() {
    let clean = Self.resting(120, spread: 15, seed: 9)
    let places = (0..<9).map { 8 + 12 * $0 }
    #expect(VariabilityAnalysis(measured: Self.faulty(clean, .extra, at: places)).variability != nil)
    var mixed = Self.faulty(clean, .extra, at: Array(places[6...]))
    mixed = Self.faulty(mixed, .ectopic, at: Array(places[3..<6]))
    let analysis = VariabilityAnalysis(measured: Self.faulty(mixed, .missed, at: Array(places[..<3])))
    #expect(analysis.variability == nil && analysis.refusal?.english.contains("9 of") == true)
  }

  @Test
  func `a recording that begins at rest and ends in movement has a value`() throws {
    let clean =
      Self.resting(100, spread: 50, seed: 11, mean: 1050) + (0..<40).map { 1050 - 10.25 * Double($0) }
      + Self.resting(150, spread: 4, seed: 12, mean: 640)
    let values = try #require(VariabilityAnalysis(measured: clean).variability)
    #expect(abs(values.rmssd / Self.rmssd(clean) - 1) < 0.05)
  }

  @Test(arguments: [IntervalRepair.Verdict.missed, .extra, .ectopic])
  func `more than ten percent faulty beats are refused with their number`(kind: IntervalRepair.Verdict) {
    let places = (0..<28).map { 8 + 6 * $0 }
    let analysis = VariabilityAnalysis(
      measured: Self.faulty(Self.resting(200, spread: 20, seed: 3), kind, at: places))
    #expect(analysis.variability == nil && analysis.refusal?.english.contains("28 of") == true)
  }

  @Test
  func `a rhythm as irregular as in fibrillation has no value`() {
    var random = SplitMix(seed: 4)
    let intervals = (0..<300).map { _ in Double.random(in: 350...1100, using: &random) }
    let analysis = VariabilityAnalysis(measured: intervals)
    #expect(analysis.variability == nil && analysis.refusal?.english.contains("irregular") == true)
  }

  @Test
  func `an RMSSD above a tenth of the mean interval comes with a notice`() throws {
    let strong = VariabilityAnalysis(measured: Self.resting(200, spread: 100, seed: 5))
    #expect(try #require(strong.variability).rmssd > 85 && strong.notice?.contains("irregular") == true)
    #expect(VariabilityAnalysis(measured: Self.resting(200, spread: 20, seed: 5)).notice == nil)
  }

  @Test
  func `pulses as regular as a machine's are refused`() {
    let analysis = VariabilityAnalysis(
      pulses: (0..<100).map { Beat(time: 0.8 * Double($0) + ($0.isMultiple(of: 2) ? 0.0003 : 0), quality: 1) })
    #expect(analysis.variability == nil && analysis.refusal?.english.contains("regular") == true)
  }

  @Test
  func `the range contains the true value in at least 85 of 100 recordings, and is reproducible`() throws {
    let long = Self.rmssd(Self.resting(20_000, spread: 30, seed: 99))
    var held = 0
    for seed in 0..<100 {
      let clean = Self.resting(150, spread: 30, seed: UInt64(seed))
      let values = try #require(VariabilityAnalysis(measured: clean).variability)
      let range = values.uncertainty.rmssd
      #expect(range.contains(values.rmssd) && values.uncertainty.sdnn.contains(values.sdnn))
      #expect(values.uncertainty == VariabilityAnalysis(measured: clean).variability?.uncertainty)
      if range.contains(long) { held += 1 }
      // About a tenth of the value, not the whole value.
      #expect(range.upperBound - range.lowerBound < 0.5 * values.rmssd)
      #expect(try #require(values.uncertainty.lf).contains(try #require(values.lf)))
    }
    #expect(held >= 85)
  }

  /// Beats 0.8 s apart.
  private static func beats(_ count: Int, from start: Double) -> [Beat] {
    (0..<count).map { index in Beat(time: start + 0.8 * Double(index), quality: 1) }
  }

  @Test func `beats on both sides of a gap are not neighbors`() throws {
    let analysis = VariabilityAnalysis(
      electrocardiogram: Self.beats(60, from: 0) + Self.beats(60, from: 100))
    let values = try #require(analysis.variability)
    #expect(analysis.intervals.count == 118 && values.rmssd < 1e-6)
  }

  @Test func `intervals on both sides of a missing one are not neighbors`() {
    let alternating = (0..<60).flatMap { _ in [800, .nan, 900, .nan] as [Double] }
    #expect(VariabilityAnalysis(measured: alternating).variability?.rmssd == nil)
    // The differences are 0, but the intervals do change.
    let paired = (0..<60).flatMap { _ in [800, 800, .nan, 900, 900, .nan] as [Double] }
    #expect(VariabilityAnalysis(measured: paired).variability.map { $0.rmssd == 0 } ?? true)
  }

  @Test func `pulses unlike the template are not used; if most are, there is no value`() throws {
    func analysis(_ bad: Int) -> VariabilityAnalysis {
      var beats = Self.beats(100, from: 0)
      // Exactly equidistant beats are refused; these alternate by 4 ms.
      for index in beats.indices where index.isMultiple(of: 2) { beats[index].time += 0.004 }
      for index in beats.indices where index % 10 < bad {
        beats[index].time += 0.05
        beats[index].quality = 0.2
      }
      return VariabilityAnalysis(pulses: beats)
    }
    let values = try #require(analysis(2).variability)
    #expect(abs(values.rmssd - 8) < 1e-6)
    #expect(analysis(7).variability == nil && analysis(7).refusal != nil)
  }
}
