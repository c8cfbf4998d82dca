import Foundation
import WholeRecordings
import HaloSignals
import Testing

/// Tests light with a rhythm but without a pulse.
struct NoPulseTests {
  private static func answered(_ windows: [HeartRateWindow]) -> Double {
    Double(windows.count { $0.bpm != nil }) / Double(windows.count)
  }

  @Test(arguments: [1, 2, 3, 4]) func `movement alone is refused when the accelerometer shows it`(seed: UInt64) {
    // Light without a pulse: the movement is ten times as strong as the noise.
    let made = SyntheticPulse(
      seconds: 120, seed: seed, noise: 0.1, bpm: { _ in 70 }, cadence: { 130 + 15 * sin($0 / 20 + Double(seed)) })
    var random = SeededRandom(seed: seed)
    let light = made.acceleration.indices.map { index in
      let (now, before) = (made.acceleration[index], made.acceleration[max(0, index - 3)])
      return 100 + 2 * now.x - now.y + 1.5 * before.z + 0.1 * random.normal()
    }
    let windows = HeartRate.windows(light: light, acceleration: made.acceleration, rate: 25)
    #expect(Self.answered(windows) <= 0.05)
    #expect(windows.contains { $0.refusal == .movement })
    let withoutAcceleration = HeartRate.windows(light: light, rate: 25)
    #expect(Self.answered(withoutAcceleration) > 0.5, "without the accelerometer it looks like a pulse")
  }

  /// A chair that rocks, a table that vibrates: light follows an even movement of a few thousandths of gravity.
  private static func rocking(_ g: Double, hertz: Double, pulse: Double, bpm: Double) -> [HeartRateWindow] {
    var random = SeededRandom(seed: UInt64(g * 1e4) + UInt64(hertz * 10))
    var light: [Double] = []
    var acceleration: [SIMD3<Double>] = []
    for index in 0..<(25 * 90) {
      let phase = 2 * Double.pi * hertz * Double(index) / 25
      let beat = 2 * Double.pi * bpm / 60 * Double(index) / 25 + 0.3 * sin(Double(index) / 16)
      acceleration.append(
        SIMD3(0.1, 0.2, 0.97) + g * (SIMD3(0.8, 0.5, 0.6) * sin(phase) + SIMD3(0.1, 0.3, 0.1) * sin(2 * phase + 1))
          + 0.001 * SIMD3(random.normal(), random.normal(), random.normal()))
      let wave = sin(phase - 0.4) + 0.2 * sin(2 * phase)
      light.append(800 + 6 * wave + 6 * pulse * (sin(beat) + 0.3 * sin(2 * beat)) + 0.3 * random.normal())
    }
    return HeartRate.windows(light: light, acceleration: acceleration, rate: 25)
  }

  @Test(arguments: [0.006, 0.009, 0.015, 0.025, 0.04, 0.06], [0.8, 1.3, 2.1])
  func `small regular movement is no pulse, and hides none`(g: Double, hertz: Double) {
    #expect(Self.answered(Self.rocking(g, hertz: hertz, pulse: 0, bpm: 70)) <= 0.03)
    for pulse in [0.5, 1.2] {
      let bpm = hertz * 60 + 23
      let windows = Self.rocking(g, hertz: hertz, pulse: pulse, bpm: bpm)
      let right = windows.count { abs(($0.bpm ?? 0) - bpm) <= 5 }
      #expect(Double(right) / Double(windows.count) >= 0.95)
    }
  }

  @Test(arguments: [52.0, 68, 91]) func `a pulse stays that the accelerometer feels too`(bpm: Double) {
    let beats = (0..<(25 * 60)).map { 2 * Double.pi * bpm / 60 * Double($0) / 25 + 0.3 * sin(Double($0) / 14) }
    let acceleration = beats.map { SIMD3(0.1, 0.1, 0.99) + 0.0015 * sin($0 + 1) * SIMD3(0.4, 0.6, 0.7) }
    let windows = HeartRate.windows(light: beats.map { 500 + 5 * sin($0) }, acceleration: acceleration, rate: 25)
    #expect(Self.answered(windows) >= 0.95 && windows.allSatisfy { abs(($0.bpm ?? bpm) - bpm) < 3 })
  }

  @Test(arguments: [4.0, 5, 8, 12.5, 25]) func `a dip in every fifth sample is not a pulse`(rate: Double) {
    var random = SeededRandom(seed: 5)
    let light = (0..<Int(120 * rate)).map { 1000 + random.normal() - ($0 % 5 == 2 ? 20 : 0) }
    #expect(Self.answered(HeartRate.windows(light: light, rate: rate)) <= 0.03)
  }

  @Test(arguments: [60.0, 72, 96]) func `a ring's pulse with intervals of whole samples is still a pulse`(bpm: Double) {
    let light = (0..<480).map { index in
      let phase = 2 * Double.pi * bpm / 240 * Double(index)
      return 1000 + sin(phase) + 0.4 * sin(2 * phase + 0.8)
    }
    #expect(Self.answered(HeartRate.windows(light: light, rate: 4)) > 0.9)
  }

  @Test(arguments: [(60.0, 12.5), (50, 8), (60, 50), (50, 4), (60, 25)]) func `mains hum is not a pulse`(
    hertz: Double, rate: Double
  ) {
    var random = SeededRandom(seed: 6)
    let light = (0..<Int(120 * rate)).map { index in
      1000 + 5 * sin(2 * .pi * hertz * Double(index) / rate + 1) + 0.2 * random.normal()
    }
    #expect(Self.answered(HeartRate.windows(light: light, rate: rate)) <= 0.1)
  }

  @Test(arguments: [4.0, 25, 100], [12.0, 15, 18]) func `breathing with harmonics is not a pulse`(
    rate: Double, breaths: Double
  ) {
    var random = SeededRandom(seed: 7)
    let light = (0..<Int(120 * rate)).map { index in
      let phase = 2 * Double.pi * breaths / 60 * Double(index) / rate
      return 1000 + 20 * sin(phase) + 8 * sin(2 * phase + 1) + 4 * sin(3 * phase + 2) + 2 * sin(4 * phase)
        + random.normal()
    }
    #expect(Self.answered(HeartRate.windows(light: light, rate: rate)) <= 0.1)
  }

  @Test func `each window uses the color with the highest confidence`() {
    let made = SyntheticPulse(seconds: 80, noise: 0.2, bpm: { _ in 72 })
    var random = SeededRandom(seed: 8)
    let noise = made.light.map { _ in 100 + random.normal() }
    let half = made.light.count / 2
    let one = Array(made.light[..<half]) + Array(noise[half...])
    let two = Array(noise[..<half]) + Array(made.light[half...])
    let both = HeartRate.windows(lights: [one, two], rate: 25)
    #expect(both.map(\.start) == HeartRate.windows(light: one, rate: 25).map(\.start))
    #expect(Self.answered(both) > 0.85)
    #expect(both.allSatisfy { abs(($0.bpm ?? 72) - 72) < 3 })
    let times = made.light.indices.map { Double($0) / 25 }
    #expect(Self.answered(HeartRate.windows(times: times, lights: [one, two])) > 0.85)
  }

  @Test func `a color's confidence falls if the others see no pulse, but not if they see it`() throws {
    let made = SyntheticPulse(seconds: 40, noise: 0.2, bpm: { _ in 72 })
    var random = SeededRandom(seed: 9)
    let noises = (0..<2).map { _ in made.light.map { _ in 100 + random.normal() } }
    func confidence(_ lights: [[Double]]) throws -> Double {
      let windows = HeartRate.windows(lights: lights, rate: 25)
      #expect(windows.allSatisfy { abs(($0.bpm ?? 0) - 72) < 2 })
      return try #require(windows.last).confidence
    }
    let alone = try confidence([made.light])
    #expect(try confidence([made.light, made.light]) > alone - 0.01)
    #expect(try confidence([made.light] + noises) < alone - 0.002)
  }
}
