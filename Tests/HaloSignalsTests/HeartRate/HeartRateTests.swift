import Foundation
import WholeRecordings
import HaloSignals
import Testing

struct HeartRateTests {
  private static func sine(_ bpm: Double, rate: Double = 25, seconds: Double = 40) -> [Double] {
    (0..<Int(seconds * rate)).map { 100 + sin(2 * .pi * bpm / 60 * Double($0) / rate) }
  }

  /// Returns the mean error of the values, and the share of windows with a value.
  private static func error(_ windows: [HeartRateWindow], _ made: SyntheticPulse) -> (error: Double, answered: Double) {
    let errors = windows.compactMap { window in window.bpm.map { abs($0 - made.truth(from: window.start)) } }
    return (errors.reduce(0, +) / Double(max(1, errors.count)), Double(errors.count) / Double(windows.count))
  }

  @Test(arguments: [1.0, -1], [11.0, 15, 25])
  func `at rest the value follows a lively heart`(polarity: Double, seconds: Double) {
    let made = SyntheticPulse(
      seconds: 150, seed: UInt64(seconds), noise: 0.08, bpm: { 68 + 9 * sin(2 * Double.pi * $0 / seconds) })
    let windows = HeartRate.windows(light: made.light.map { 900 + polarity * $0 }, rate: 25)
    let errors = windows.compactMap { window in window.bpm.map { abs($0 - made.truth(from: window.start)) } }
    #expect(Double(errors.count) > 0.95 * Double(windows.count))
    #expect(errors.reduce(0, +) / Double(errors.count) < 1.1)
  }

  @Test(arguments: [38, 45, 60, 72, 100, 150, 200]) func `reports a clean pulse`(_ bpm: Double) {
    let windows = HeartRate.windows(light: Self.sine(bpm), rate: 25)
    #expect(windows.count == 17)
    #expect(windows.map(\.start) == (0..<17).map { 2 * Double($0) })
    #expect(windows.allSatisfy { $0.end == $0.start + 8 && $0.refusal == nil && $0.confidence > 0.65 })
    #expect(windows.allSatisfy { abs(($0.bpm ?? 0) - bpm) < 0.5 })
  }

  @Test(arguments: [3.94, 4, 5, 8, 12.5, 30, 64, 125, 250, 1000]) func `every rate of sampling shows the same`(
    _ rate: Double
  ) {
    let windows = HeartRate.windows(light: Self.sine(72, rate: rate, seconds: 20), rate: rate)
    #expect(windows.count >= 6)
    #expect(windows.allSatisfy { abs(($0.bpm ?? 0) - 72) < 0.5 })
  }

  @Test func `unit offset and polarity do not matter`() {
    let made = SyntheticPulse(seconds: 60, noise: 0.5, bpm: { 70 + 0.3 * $0 })
    func answers(_ light: [Double]) -> [Double] {
      HeartRate.windows(light: light, rate: 25).map { $0.bpm ?? 0 }
    }
    let plain = answers(made.light)
    for other in [
      made.light.map { 1e-6 * $0 }, made.light.map { 1e9 * $0 }, made.light.map { $0 + 60_000 }, made.light.map { -$0 },
    ] {
      #expect(zip(plain, answers(other)).allSatisfy { abs($0 - $1) < 0.05 })
    }
  }

  @Test func `a stream and a recording are the same`() throws {
    let made = SyntheticPulse(seconds: 40, bpm: { 80 + 10 * sin($0 / 9) }, cadence: { _ in 160 })
    var estimator = try #require(HeartRateEstimator(rate: 25))
    var streamed: [HeartRateWindow] = []
    for (light, acceleration) in zip(made.light, made.acceleration) {
      if let window = estimator.add(light, acceleration: acceleration) { streamed.append(window) }
    }
    #expect(streamed == HeartRate.windows(light: made.light, acceleration: made.acceleration, rate: 25))
  }

  @Test(arguments: [1, 2, 3]) func `follows a ramp through movement`(_ seed: UInt64) {
    // From 85 to 157 bpm while running at a cadence that the heart rate crosses.
    let made = SyntheticPulse(
      seconds: 120, seed: seed, noise: 0.3, bpm: { 85 + 0.6 * $0 }, cadence: { 150 + 6 * sin($0 / 20 + Double(seed)) })
    let online = Self.error(HeartRate.windows(light: made.light, acceleration: made.acceleration, rate: 25), made)
    let withoutAcceleration = Self.error(HeartRate.windows(light: made.light, rate: 25), made)
    #expect(online.error < 6)
    #expect(online.answered > 0.8)
    #expect(withoutAcceleration.error > 2 * online.error, "without the accelerometer, movement looks like a pulse")
  }

  @Test func `a changing heart rate in movement is reported less than 0.75 s late`() {
    var lags: [Double] = []
    for slope in [0.5, -0.5] {
      for seed in 1...4 {
        let made = SyntheticPulse(
          seconds: 90, seed: UInt64(seed), noise: 0.3, bpm: { 100 + slope * ($0 - 45) },
          cadence: { 150 + 6 * sin($0 / 20 + Double(seed)) })
        let windows = HeartRate.windows(light: made.light, acceleration: made.acceleration, rate: 25).dropFirst(5)
        let behind = windows.compactMap { window in
          window.bpm.map { (made.truth(from: window.start) - $0) / slope }
        }.sorted()
        #expect(behind.count > 20)
        lags.append(behind[behind.count / 2])
      }
    }
    #expect(lags.reduce(0, +) / Double(lags.count) < 0.75)
  }

  @Test(arguments: [25.0, 100], [0.05, 0.1, 0.14]) func `sharp, variable pulses are not doubled`(
    rate: Double, swing: Double
  ) {
    for seed in [0.0, 1, 2] {
      let windows = HeartRate.windows(light: SyntheticPulse.sharp(rate: rate, swing: swing, seed: seed), rate: rate)
      #expect(windows.count { $0.bpm != nil } >= 15, "of 17")
      #expect(windows.allSatisfy { abs(($0.bpm ?? 60) - 60) < 8 })
    }
  }

  @Test func `a still accelerometer changes nothing`() {
    let made = SyntheticPulse(seconds: 60, noise: 0.5, bpm: { _ in 64 })
    let alone = HeartRate.windows(light: made.light, rate: 25)
    let together = HeartRate.windows(light: made.light, acceleration: made.acceleration, rate: 25)
    #expect(zip(alone, together).allSatisfy { abs(($0.bpm ?? 0) - ($1.bpm ?? 0)) < 1 })
  }

  @Test func `refuses rates that slow sampling cannot show`() throws {
    for bpm in [112.0, 116, 119, 124] {
      let windows = HeartRate.windows(light: Self.sine(bpm, rate: 4), rate: 4)
      #expect(windows.allSatisfy { $0.bpm == nil && $0.refusal == .nearNyquist })
    }
    #expect(HeartRate.windows(light: Self.sine(60, rate: 2), rate: 2).allSatisfy { $0.refusal == .slowRate })
    let ring = try #require(HeartRateEstimator(rate: 4)?.visible)
    #expect(ring == 35...110.4)
    #expect(HeartRateEstimator(rate: 25)?.visible == 35...215)
    #expect(HeartRateEstimator(rate: 2)?.visible == nil)
  }

  @Test func `reports no value without a pulse`() {
    var random = SeededRandom(seed: 9)
    let count = 25 * 60
    func refusals(_ light: [Double]) -> Set<HeartRateRefusal?> {
      Set(HeartRate.windows(light: light, rate: 25).map(\.refusal))
    }
    #expect(refusals(Array(repeating: 7, count: count)) == [.flat])
    #expect(refusals(Array(repeating: 0.1 + 0.2, count: count)) == [.flat])
    #expect(refusals((0..<count).map { 1000 + 3 * Double($0) }).isDisjoint(with: [nil]))
    #expect(refusals(Array(repeating: .nan, count: count)) == [.missing])
    #expect(refusals(Array(repeating: .infinity, count: count)) == [.missing])
    #expect(refusals(Self.sine(72, seconds: 60).map { min(max($0, 99.5), 100.5) }) == [.clipped])
    #expect(refusals((0..<count).map { sin(2 * .pi * 0.25 * Double($0) / 25) }) == [.outOfRange], "breathing")
    let noise = HeartRate.windows(light: (0..<count).map { _ in random.normal() }, rate: 25)
    #expect(noise.count { $0.bpm == nil } >= noise.count - 1)
  }

  @Test(arguments: [4.0, 25, 125]) func `a random walk rarely has a heart rate`(_ rate: Double) {
    // After the band-pass it looks like an intermittent pulse of 42 bpm.
    var random = SeededRandom(seed: 3)
    var level = 0.0
    let walk = (0..<Int(rate * 600)).map { _ in
      level += random.normal()
      return level
    }
    let windows = HeartRate.windows(light: walk, rate: rate)
    #expect(Double(windows.count { $0.bpm != nil }) < 0.15 * Double(windows.count))
    // A pulse at that rate that is as strong as the walk within a second is still reported.
    let pulse = walk.enumerated().map {
      $1 + 5 * rate.squareRoot() * sin(2 * .pi * 42 / 60 * Double($0) / rate)
    }
    let answers = HeartRate.windows(light: pulse, rate: rate)
    #expect(Double(answers.count { abs(($0.bpm ?? 0) - 42) < 5 }) > 0.8 * Double(answers.count))
  }

  @Test func `refuses a gap and finds the pulse again`() {
    var light = Self.sine(72, seconds: 120)
    for index in 25 * 40..<25 * 80 { light[index] = .nan }
    for index in stride(from: 0, to: light.count, by: 9) { light[index] = .nan }
    let windows = HeartRate.windows(light: light, rate: 25)
    for window in windows {
      if window.end <= 40 || window.start >= 82 {
        #expect(abs((window.bpm ?? 0) - 72) < 1)
      } else if window.start >= 36, window.end <= 84 {
        #expect(window.refusal == .missing)
      }
    }
  }

  @Test func `accepts short and unusual recordings`() {
    #expect(HeartRate.windows(light: [], rate: 25).isEmpty)
    #expect(HeartRate.windows(light: [5], rate: 25).isEmpty)
    #expect(HeartRate.windows(light: Self.sine(72, seconds: 7.9), rate: 25).isEmpty)
    #expect(HeartRate.windows(light: Self.sine(72, seconds: 8), rate: 25).count == 1)
    for rate in [0, -1, .nan, .infinity, 1e9] {
      #expect(HeartRate.windows(light: [1, 2, 3], rate: rate).isEmpty)
    }
  }

  @Test(arguments: 0..<8) func `garbage never traps`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let odd = [Double.nan, .infinity, -.infinity, 1e99, -1e99, 1e101, 1e308, 1e-300, 0, -0.0]
    func value() -> Double {
      random.unit() < 0.3
        ? odd[Int(random.unit() * Double(odd.count))] : random.normal() * pow(10, random.normal() * 20)
    }
    let rate = [3.3, 4, 25, 50][Int(seed) % 4]
    let light = (0..<Int(rate * 24)).map { _ in value() }
    let acceleration = light.map { _ in SIMD3(value(), value(), value()) }
    for window in HeartRate.windows(light: light, acceleration: acceleration, rate: rate) {
      #expect((window.bpm == nil) != (window.refusal == nil))
      #expect(window.confidence >= 0 && window.confidence <= 1)
      if let bpm = window.bpm { #expect(bpm >= 35 && bpm <= 215) }
    }
  }
}
