import Foundation
import WholeRecordings
import Testing

@testable import HaloSignals

/// Waves with known beats.
enum SyntheticWave {
  /// Returns beat times in seconds; `interval` gives the length of the n-th interval.
  static func beats(until end: Double, interval: (Int) -> Double) -> [Double] {
    var (beats, time, index) = ([Double](), 0.5, 0)
    while time < end {
      beats.append(time)
      time += interval(index)
      index += 1
    }
    return beats
  }

  /// Returns light with a pulse for each beat: a steep rise, a slow fall and a smaller second wave.
  static func pulses(_ beats: [Double], at times: [Double], second: (height: Double, after: Double) = (4, 0.4))
    -> [Double]
  {
    func bump(_ time: Double, _ middle: Double, _ width: Double) -> Double {
      let z = (time - middle) / width
      return abs(z) > 6 ? 0 : exp(-z * z / 2)
    }
    var first = 0
    return times.map { time in
      while first < beats.count, beats[first] < time - 2 { first += 1 }
      var value = 1000.0
      for beat in beats[first...].prefix(while: { $0 < time + 1 }) {
        value += 10 * bump(time, beat + 0.15, 0.07) + second.height * bump(time, beat + second.after, 0.1)
      }
      return value
    }
  }

  static func grid(_ seconds: Double, rate: Double) -> [Double] { (0..<Int(seconds * rate)).map { Double($0) / rate } }
}

@Suite("Beats")
struct BeatTests {
  /// Returns the number of beats with a true one within 0.15 s, after subtracting the usual delay, and the
  /// spread of the others.
  private static func compare(_ found: [Double], _ truth: [Double]) -> (matched: Int, spread: Double) {
    let delays = found.compactMap { beat in truth.map { beat - $0 }.min { abs($0 - 0.1) < abs($1 - 0.1) } }.sorted()
    guard !delays.isEmpty else { return (0, .infinity) }
    let usual = delays[delays.count / 2]
    let near = delays.filter { abs($0 - usual) < 0.15 }
    let spread = (near.reduce(0) { $0 + ($1 - usual) * ($1 - usual) } / Double(max(near.count, 1))).squareRoot()
    return (near.count, spread)
  }

  private static func steady(_ index: Int) -> Double { 0.8 + 0.05 * sin(Double(index) * 0.7) }

  @Test(arguments: [20, 25, 30, 64, 125, 250] as [Double])
  func `finds every pulse once, interpolated between samples`(rate: Double) {
    let truth = SyntheticWave.beats(until: 150, interval: Self.steady)
    let beats = PulseBeats.find(SyntheticWave.pulses(truth, at: SyntheticWave.grid(150, rate: rate)), rate: rate)
    let (matched, spread) = Self.compare(beats.map(\.time), truth)
    #expect(matched >= truth.count - 2 && beats.count <= truth.count + 1)
    #expect(spread < 0.004)
    #expect(beats.dropFirst(3).dropLast(3).allSatisfy { $0.quality > 0.9 && $0.top > $0.time })
  }

  @Test(arguments: [3.0, 5, 6.5], [0.44, 0.5])
  func `a strong dicrotic wave is not a beat`(height: Double, after: Double) {
    let truth = SyntheticWave.beats(until: 150) { 1 + 0.06 * sin(Double($0) * 0.7) }
    let light = SyntheticWave.pulses(truth, at: SyntheticWave.grid(150, rate: 100), second: (height, after))
    let beats = PulseBeats.find(light, rate: 100)
    #expect(Self.compare(beats.map(\.time), truth).matched >= truth.count - 2 && beats.count <= truth.count + 1)
  }

  @Test(arguments: [true, false])
  func `a clear beat is nearly certain, and any quality has a probability`(isElectric: Bool) {
    #expect(Beat(time: 0, quality: 1).confidence(isElectric: isElectric) > 0.95)
    for quality in stride(from: -0.1, through: 1.1, by: 0.01) {
      let (one, next) = (Beat(time: 0, quality: quality), Beat(time: 0, quality: quality + 0.001))
      let confidence = one.confidence(isElectric: isElectric)
      #expect((0...1).contains(confidence))
      #expect(abs(next.confidence(isElectric: isElectric) - confidence) < 0.02)
    }
  }

  @Test(arguments: [0, 0.1])
  func `a sine wave has no beats`(noise: Double) {
    var random = SplitMix(seed: 2)
    let wave = SyntheticWave.grid(120, rate: 50).map {
      100 + sin(2 * Double.pi * 1.2 * $0) + noise * Double.random(in: -1...1, using: &random)
    }
    #expect(PulseBeats.find(wave, rate: 50).isEmpty)
  }

  /// Detects beats in an electrocardiogram with electrode-like noise; beats are `signal` standard deviations high.
  private static func noisy(_ truth: [Double], signal: Double, seconds: Double) throws -> [Beat] {
    var random = SplitMix(seed: 5)
    var finder = try #require(RPeaks(rate: 250))
    var (beats, slow, fast) = ([Beat](), 0.0, 0.0)
    for time in SyntheticWave.grid(seconds, rate: 250) {
      slow = 0.98 * slow + 0.2 * Double.random(in: -1.7...1.7, using: &random)
      fast = 0.7 * fast + 0.2 * Double.random(in: -1.7...1.7, using: &random)
      var value = slow + fast
      for beat in truth where abs(beat - time) < 0.1 { value += signal * exp(-pow((time - beat) / 0.012, 2)) }
      finder.add(time: time, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    return beats
  }

  @Test
  func `finds R peaks in electrode noise, and none in noise alone`() throws {
    let truth = SyntheticWave.beats(until: 120, interval: Self.steady)
    let beats = try Self.noisy(truth, signal: 3, seconds: 120)
    let right = truth.count { time in beats.contains { abs($0.time - time) < 0.02 } }
    #expect(right > truth.count * 97 / 100 && beats.count < truth.count * 103 / 100)
    #expect(try Self.noisy(truth, signal: 0, seconds: 120).isEmpty)
  }

  @Test
  func `a short artifact in an electrocardiogram has no beats`() throws {
    let truth = SyntheticWave.beats(until: 120, interval: Self.steady)
    var finder = try #require(RPeaks(rate: 125))
    var beats: [Beat] = []
    for time in SyntheticWave.grid(120, rate: 125) {
      var value = 0.02 * sin(time * 40)
      for beat in truth where abs(beat - time) < 1 { value += exp(-pow((time - beat) / 0.012, 2)) }
      // One second of shaking at about 3 Hz.
      if (60..<61).contains(time) { value += 0.8 * sin(2 * Double.pi * 3.3 * time) * sin(2 * Double.pi * 9 * time) }
      finder.add(time: time, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    let intervals = zip(beats, beats.dropFirst()).map { $1.time - $0.time }
    #expect(abs(beats.count - truth.count) <= 1 && intervals.allSatisfy { $0 > 0.4 })
  }

  @Test func `finds the same beats in inverted light, as from a camera`() {
    let truth = SyntheticWave.beats(until: 60, interval: Self.steady)
    let light = SyntheticWave.pulses(truth, at: SyntheticWave.grid(60, rate: 30))
    let upright = PulseBeats.find(light, rate: 30)
    let turned = PulseBeats.find(light.map { 255 - $0 }, rate: 30)
    #expect(!upright.isEmpty && turned.count == upright.count)
    #expect(zip(turned, upright).allSatisfy { abs($0.time - $1.time) < 1e-6 })
  }

  @Test func `supports uneven times, and finds nothing in a gap`() throws {
    let truth = SyntheticWave.beats(until: 90, interval: Self.steady)
    let times = SyntheticWave.grid(90, rate: 30).enumerated().map { $1 + 0.01 * sin(Double($0) * 1.7) }
      .filter { !(40...50).contains($0) }
    var finder = try #require(PulseBeats(rate: nil))
    var beats: [Beat] = []
    for (time, value) in zip(times, SyntheticWave.pulses(truth, at: times)) {
      finder.add(time: time, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    #expect(!beats.contains { (40.2...49.8).contains($0.time) })
    let (matched, spread) = Self.compare(beats.map(\.time), truth.filter { !(39.5...50.2).contains($0) })
    #expect(matched >= truth.count - 17 && spread < 0.006)
  }

  @Test func `emits each beat of a stream once and in order across windows`() {
    let truth = SyntheticWave.beats(until: 400, interval: Self.steady)
    let beats = PulseBeats.find(SyntheticWave.pulses(truth, at: SyntheticWave.grid(400, rate: 50)), rate: 50)
    let intervals = zip(beats, beats.dropFirst()).map { $1.time - $0.time }
    #expect(intervals.allSatisfy { $0 > 0.7 && $0 < 0.9 })
  }

  @Test func `finds no beats in noise, constant light, empty input and NaN`() {
    var state: UInt64 = 7
    let noise = (0..<6000).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33)
    }
    #expect(PulseBeats.find(noise, rate: 50).isEmpty)
    for samples in [[], [1], [Double](repeating: 5, count: 3000), [Double](repeating: .nan, count: 3000)] {
      #expect(PulseBeats.find(samples, rate: 50).isEmpty)
    }
    #expect(PulseBeats(rate: 0) == nil && PulseBeats(rate: .nan) == nil && PulseBeats(rate: 4) == nil)
  }

  @Test func `the streaming detector reports each beat promptly, and continues after NaN`() throws {
    let truth = SyntheticWave.beats(until: 60, interval: Self.steady)
    var light = SyntheticWave.pulses(truth, at: SyntheticWave.grid(60, rate: 50))
    light[1500] = .nan
    var detector = try #require(PulseDetector(rate: 50))
    var places: [Double] = []
    for (index, value) in light.enumerated() {
      if let place = detector.add(value) {
        #expect(Double(index) - place < 25)
        places.append(place / 50)
      }
    }
    let (matched, spread) = Self.compare(places, truth)
    #expect(matched >= truth.count - 8 && places.count <= truth.count && spread < 0.01)
    #expect(PulseDetector(rate: 1) == nil && PulseDetector(rate: .infinity) == nil)
  }

  @Test(arguments: [Double.nan, Double.infinity, -Double.infinity])
  func `the streaming detector restarts after NaN or infinity, and finds the same beats`(odd: Double) throws {
    let light = SyntheticWave.pulses(
      SyntheticWave.beats(until: 60, interval: Self.steady), at: SyntheticWave.grid(60, rate: 50))
    var detector = try #require(PulseDetector(rate: 50, isInverted: true))
    var places: [Double] = []
    for value in light + [odd] + light { if let place = detector.add(-value) { places.append(place) } }
    let first = places.filter { $0 < Double(light.count) }
    let second = places.filter { $0 > Double(light.count) }.map { $0 - Double(light.count) - 1 }
    #expect(first.count > 60 && abs(second.count - first.count) <= 1)
    // The filter starts a sample later after −∞, so the positions may differ until the initial state has decayed.
    #expect(second.filter { $0 > 500 }.allSatisfy { place in first.contains { abs($0 - place) < 1e-6 } })
  }

  @Test(arguments: [1, -1] as [Double])
  func `finds R peaks of either polarity in an electrocardiogram, but not T waves`(sign: Double) throws {
    let truth = SyntheticWave.beats(until: 120, interval: Self.steady)
    var finder = try #require(RPeaks(rate: 125))
    var beats: [Beat] = []
    for time in SyntheticWave.grid(120, rate: 125) {
      var value = 0.2 * sin(time)
      for beat in truth where abs(beat - time) < 1 {
        value += sign * exp(-pow((time - beat) / 0.012, 2)) + sign * 0.3 * exp(-pow((time - beat - 0.3) / 0.05, 2))
      }
      finder.add(time: time, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    #expect(abs(beats.count - truth.count) <= 1)
    let errors = beats.map { beat in truth.map { abs(beat.time - $0) }.min() ?? 1 }
    #expect(errors.allSatisfy { $0 < 0.003 })
  }

  /// Returns the beats in an electrocardiogram with `false` waves of a beat's shape in each second, and how many are right.
  private static func electric(
    falseWaves: Double, interval: (Int) -> Double, seed: UInt64
  ) throws -> (beats: [Beat], right: Int, truth: Int) {
    var random = SeededRandom(seed: seed)
    let truth = SyntheticWave.beats(until: 119, interval: interval)
    var waves = truth.map { (time: $0, height: 1.0, width: 0.012) }
    for _ in 0..<Int(falseWaves * 119) {
      waves.append(
        (
          .random(in: 0..<119, using: &random), .random(in: -1.6...1.6, using: &random),
          .random(in: 0.01...0.05, using: &random)
        ))
    }
    var samples = SyntheticWave.grid(120, rate: 125).map { 0.2 * sin($0) + .random(in: -0.03...0.03, using: &random) }
    for wave in waves {
      for index in max(0, Int((wave.time - 0.3) * 125))..<min(samples.count, Int((wave.time + 0.3) * 125)) {
        samples[index] += wave.height * exp(-pow((Double(index) / 125 - wave.time) / wave.width, 2))
      }
    }
    var finder = try #require(RPeaks(rate: 125))
    var beats: [Beat] = []
    for (index, value) in samples.enumerated() {
      finder.add(time: Double(index) / 125, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    let right = beats.count { beat in truth.contains { abs($0 - beat.time) < 0.05 } }
    return (beats, right, truth.count)
  }

  @Test(arguments: [0.5, 1, 2, 4], 1...4 as ClosedRange<UInt64>)
  func `beats among waves of the same shape are refused, or no surer than they are right`(
    falseWaves: Double, seed: UInt64
  ) throws {
    let found = try Self.electric(falseWaves: falseWaves, interval: Self.steady, seed: seed)
    guard !found.beats.isEmpty else { return }
    let claim = found.beats.reduce(0) { $0 + $1.confidence(isElectric: true) } / Double(found.beats.count)
    #expect(claim < Double(found.right) / Double(found.beats.count) + 0.12)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `an uneven heart in a clear electrocardiogram is found, and its beats are sure`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let intervals = (0..<300).map { _ in Double.random(in: 0.45...1.15, using: &random) }
    let found = try Self.electric(falseWaves: 0, interval: { intervals[$0] }, seed: seed)
    #expect(abs(found.beats.count - found.truth) <= 1 && found.right >= found.truth - 1)
    #expect(found.beats.allSatisfy { $0.confidence(isElectric: true) > 0.9 || $0.time < 1 || $0.time > 118 })
  }

  @Test func `MSPTDfast finds only the maxima of a wave with two humps`() {
    let truth = SyntheticWave.beats(until: 60, interval: { _ in 0.9 })
    var finder = MSPTDfast()
    let peaks = finder.peaks(SyntheticWave.pulses(truth, at: SyntheticWave.grid(60, rate: MSPTDfast.rate)))
    #expect(abs(peaks.count - truth.count) <= 2)
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { (17...19).contains($1 - $0) })
    #expect(finder.peaks([]).isEmpty && finder.peaks([1, 2, 1]).isEmpty)
  }
}
