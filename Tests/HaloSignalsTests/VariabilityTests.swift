import Foundation
import Testing

@testable import HaloSignals

@Suite("Heart rate variability")
struct VariabilityTests {
  @Test("intervals that take turns: exact by the definitions")
  func alternating() throws {
    let analysis = VariabilityAnalysis(measured: (0..<200).map { $0.isMultiple(of: 2) ? 800 : 860 })
    let values = try #require(analysis.variability)
    #expect(abs(values.rmssd - 60) < 1e-9 && values.pnn50 == 100 && abs(values.mean - 830) < 1e-9)
    #expect(abs(values.sdnn - 30 * (200.0 / 199).squareRoot()) < 1e-9)
    #expect(abs(values.sd1 - 60 / 2.0.squareRoot() * (199.0 / 198 * (1 - 1 / 199.0 / 199)).squareRoot()) < 1e-6)
    #expect(values.sd2 < 1e-9 && analysis.used == 200 && analysis.beats == 201)
  }

  @Test("a difference of 50 ms is not above 50 ms")
  func fifty() throws {
    let values = try #require(
      VariabilityAnalysis(measured: (0..<100).map { $0.isMultiple(of: 2) ? 800 : 850 }).variability)
    #expect(values.pnn50 == 0 && abs(values.rmssd - 50) < 1e-9)
  }

  @Test("waves of a known size have their power in their band", arguments: [4.9, 12, 30] as [Double])
  func bands(minutes: Double) throws {
    var (intervals, time) = ([Double](), 0.0)
    while time < minutes * 60 {
      let interval = 800 + 30 * sin(2 * Double.pi * 0.1 * time) + 20 * sin(2 * Double.pi * 0.25 * time)
      intervals.append(interval)
      time += interval / 1000
    }
    let values = try #require(VariabilityAnalysis(measured: intervals).variability)
    let (lf, hf, ratio) = (try #require(values.lf), try #require(values.hf), try #require(values.lfhf))
    // Half the square of the amplitude; some of it lies beyond the bands' borders.
    #expect(abs(lf - 450) < 25 && abs(hf - 200) < 25)
    #expect(abs(ratio - lf / hf) < 1e-12)
  }

  @Test("evenly scattered intervals lose nothing, and come to what the formulas say")
  func scattered() throws {
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

  @Test("a missed beat, an extra one and an ectopic one are seen, and change nothing")
  func artefacts() throws {
    let clean = (0..<300).map { 800 + 20 * sin(Double($0) * 0.9) }
    var intervals = clean
    intervals.replaceSubrange(50...51, with: [intervals[50] + intervals[51]])
    intervals.replaceSubrange(120...120, with: [300, intervals[120] - 300])
    intervals[200] -= 250
    intervals[201] += 250
    let verdicts = IntervalRepair.measured.verdicts(intervals)
    #expect(verdicts[50] == .missed && verdicts[120] != .good && verdicts[121] != .good)
    #expect(verdicts[200] == .ectopic && verdicts[201] == .ectopic)
    #expect(verdicts.count { $0 != .good } <= 8)
    let (before, after) = (
      try #require(VariabilityAnalysis(measured: clean).variability),
      try #require(VariabilityAnalysis(measured: intervals).variability)
    )
    #expect(abs(before.rmssd - after.rmssd) < 1)
  }

  @Test(
    "what cannot be trusted is refused with the reason",
    arguments: [
      [], [800], [Double](repeating: .nan, count: 50), [Double](repeating: -5, count: 500),
      [Double](repeating: 90_000, count: 99), [Double](repeating: 800, count: 300),
    ])
  func refusals(intervals: [Double]) {
    let analysis = VariabilityAnalysis(measured: intervals)
    #expect(analysis.variability == nil && analysis.refusal?.isEmpty == false)
  }

  /// Beats 0.8 s apart.
  private static func beats(_ count: Int, from start: Double) -> [Beat] {
    (0..<count).map { index in Beat(time: start + 0.8 * Double(index), quality: 1) }
  }

  @Test("beats beside a gap are no neighbours")
  func gap() throws {
    let analysis = VariabilityAnalysis(
      electrocardiogram: Self.beats(60, from: 0) + Self.beats(60, from: 100))
    let values = try #require(analysis.variability)
    #expect(analysis.intervals.count == 118 && values.rmssd < 1e-6)
  }

  @Test("intervals on both sides of a missing one are no neighbours")
  func missing() {
    let alternating = (0..<60).flatMap { _ in [800, .nan, 900, .nan] as [Double] }
    #expect(VariabilityAnalysis(measured: alternating).variability?.rmssd == nil)
    // The differences are none, but the intervals do change.
    let paired = (0..<60).flatMap { _ in [800, 800, .nan, 900, 900, .nan] as [Double] }
    #expect(VariabilityAnalysis(measured: paired).variability.map { $0.rmssd == 0 } ?? true)
  }

  @Test("pulses whose wave is not the usual one do not count; where most are such there is no value")
  func quality() throws {
    func analysis(_ bad: Int) -> VariabilityAnalysis {
      var beats = Self.beats(100, from: 0)
      for index in beats.indices where index % 10 < bad {
        beats[index].time += 0.05
        beats[index].quality = 0.2
      }
      return VariabilityAnalysis(pulses: beats)
    }
    let values = try #require(analysis(2).variability)
    #expect(values.rmssd < 1e-6)
    #expect(analysis(7).variability == nil && analysis(7).refusal != nil)
  }
}

@Suite("Oxygen")
struct OxygenTests {
  private static func light(_ level: Double, _ share: Double, noise: Double = 0) -> [Double] {
    (0..<300).map { index in
      let time = Double(index)
      let pulse = share * sin(time * 0.25) + noise * sin(time * time)
      return level * (1 + pulse)
    }
  }

  @Test(
    "the ratio of two pulses is that of their shares, whatever the levels", arguments: [0.4, 0.7, 1, 1.6] as [Double])
  func ratio(ratio: Double) throws {
    let found = try #require(
      RatioOfRatios(red: Self.light(900, 0.01 * ratio), infrared: Self.light(40, 0.01), rate: 30))
    #expect(abs(found.value - ratio) < 0.005 && found.confidence > 0.999)
  }

  @Test("noise in either colour does not pull the slope down, as it would that of least squares")
  func totalLeastSquares() throws {
    let found = try #require(
      RatioOfRatios(red: Self.light(900, 0.01, noise: 0.002), infrared: Self.light(40, 0.01, noise: -0.002), rate: 30))
    #expect(abs(found.value - 1) < 0.02)
  }

  @Test("no pulse, no level, pulses that do not go together: no ratio")
  func nothing() {
    let flat = [Double](repeating: 5, count: 300)
    #expect(RatioOfRatios(red: flat, infrared: flat, rate: 30) == nil)
    #expect(
      RatioOfRatios(red: Self.light(900, 0.01).map { 1800 - $0 }, infrared: Self.light(40, 0.01), rate: 30) == nil)
    #expect(RatioOfRatios(red: Self.light(-900, 0.01), infrared: Self.light(40, 0.01), rate: 30) == nil)
    #expect(
      RatioOfRatios(red: [1], infrared: [1], rate: 30) == nil && RatioOfRatios(red: [], infrared: [], rate: 0) == nil)
  }

  @Test("a calibration is for its own device, within what was compared")
  func calibration() throws {
    let calibration = OxygenCalibration(
      device: "ring A", offset: 110, slope: -25, ratios: 0.4...1.2, source: "made up for this test")
    let half = try #require(RatioOfRatios(red: Self.light(900, 0.005), infrared: Self.light(40, 0.01), rate: 30))
    let double = try #require(RatioOfRatios(red: Self.light(900, 0.02), infrared: Self.light(40, 0.01), rate: 30))
    #expect(calibration.saturation(half, of: "ring A").map { abs($0 - 97.5) < 0.1 } == true)
    #expect(calibration.saturation(half, of: "ring B") == nil && calibration.saturation(double, of: "ring A") == nil)
  }
}
