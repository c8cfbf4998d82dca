import Foundation
import WholeRecordings
import HaloSignals
import Testing

@Suite struct StepCounterTests {
  typealias Axes = (x: [Double], y: [Double], z: [Double])

  /// Walking: one bounce per step, one sway per stride, some noise.
  static func walk(steps: Double, seconds: Double, rate: Double, seed: UInt64 = 1) -> Axes {
    var random = SeededRandom(seed: seed)
    var axes: Axes = ([], [], [])
    for sample in 0..<Int(seconds * rate) {
      let t = Double(sample) / rate
      let turn = 2 * Double.pi * t * steps
      axes.x.append(0.15 * sin(turn / 2) + noise(0.03, &random))
      axes.y.append(0.1 * cos(turn) + noise(0.03, &random))
      axes.z.append(1 + 0.3 * sin(turn) + 0.1 * sin(2 * turn + 1) + noise(0.03, &random))
    }
    return axes
  }

  static func still(seconds: Double, rate: Double) -> Axes {
    var random = SeededRandom(seed: 7)
    let count = Int(seconds * rate)
    return (
      (0..<count).map { _ in noise(0.01, &random) }, (0..<count).map { _ in noise(0.01, &random) },
      (0..<count).map { _ in 1 + noise(0.01, &random) }
    )
  }

  static func noise(_ deviation: Double, _ random: inout SeededRandom) -> Double { deviation * random.normal() }

  /// Concatenates recordings.
  static func joined(_ parts: Axes...) -> Axes {
    (parts.flatMap(\.x), parts.flatMap(\.y), parts.flatMap(\.z))
  }

  @Test(arguments: [12.5, 20, 25, 50, 100] as [Double], [1.4, 1.8, 2.3] as [Double])
  func `walking is counted`(rate: Double, cadence: Double) throws {
    let (x, y, z) = Self.walk(steps: cadence, seconds: 60, rate: rate)
    let count = try StepCount(x: x, y: y, z: z, rate: rate)
    #expect(abs(Double(count.steps) - 60 * cadence) <= 3)
    #expect(count.bouts.count == 1)
  }

  @Test func `a walk between rests is counted from its first step`() throws {
    let rate = 25.0
    let recording = Self.joined(
      Self.still(seconds: 40, rate: rate), Self.walk(steps: 2, seconds: 30, rate: rate),
      Self.still(seconds: 40, rate: rate))
    let count = try StepCount(x: recording.x, y: recording.y, z: recording.z, rate: rate)
    #expect(abs(count.steps - 60) <= 3)
    let bout = try #require(count.bouts.first)
    #expect(abs(bout.start - 40) <= 6 && abs(bout.end - 70) <= 6)
  }

  @Test func `units do not matter`() throws {
    let (x, y, z) = Self.walk(steps: 1.9, seconds: 30, rate: 50)
    let inGravities = try StepCount(x: x, y: y, z: z, rate: 50, unit: .gravities)
    for unit in AccelerationUnit.allCases {
      let factor = 1 / unit.gravities
      let count = try StepCount(
        x: x.map { $0 * factor }, y: y.map { $0 * factor }, z: z.map { $0 * factor }, rate: 50, unit: unit)
      #expect(count.steps == inGravities.steps && count.bouts.map(\.start) == inGravities.bouts.map(\.start))
      #expect(
        count.bouts.map(\.end) == inGravities.bouts.map(\.end)
          && count.bouts.map(\.steps) == inGravities.bouts.map(\.steps))
      #expect(count.seconds == inGravities.seconds && count.missing == inGravities.missing)
      #expect(try abs(#require(count.confidence) - #require(inGravities.confidence)) < 1e-9)
    }
  }

  @Test func `counts no steps while sitting typing or driving`() throws {
    let rate = 50.0
    for seed in 0..<3 as Range<UInt64> {
      var random = SeededRandom(seed: 20 + seed)
      var typing: Axes = ([], [], [])
      var driving: Axes = ([], [], [])
      var (body, speed, tap, wait) = (0.0, 0.0, 0.0, 10)
      for sample in 0..<Int(600 * rate) {
        let t = Double(sample) / rate
        // Keys: knocks of one or two samples, three to eight per second, with pauses.
        wait -= 1
        if wait == 0 {
          wait = Int.random(in: 6...16, using: &random) + (Int.random(in: 0..<20, using: &random) == 0 ? 100 : 0)
          tap = Double.random(in: 0.03...0.15, using: &random)
        }
        typing.x.append(Self.noise(0.005, &random))
        typing.y.append(0.02 * sin(t / 20))
        typing.z.append(1 + tap + Self.noise(0.005, &random))
        tap *= -0.4
        // A body on springs (1.5 Hz) on a rough road, and an engine.
        speed += (-pow(2 * .pi * 1.5, 2) * body - 2 * 0.3 * 2 * .pi * 1.5 * speed) / rate + Self.noise(0.3, &random)
        body += speed / rate
        driving.x.append(Self.noise(0.03, &random))
        driving.y.append(Self.noise(0.03, &random) + 0.05 * sin(t / 9))
        driving.z.append(1 + 3 * body + Self.noise(0.05, &random) + 0.03 * sin(2 * .pi * 23 * t))
      }
      let sitting = Self.still(seconds: 600, rate: rate)
      for (name, axes) in [("sitting", sitting), ("typing", typing), ("driving", driving)] {
        #expect(try StepCount(x: axes.x, y: axes.y, z: axes.z, rate: rate).steps == 0, "\(name), \(seed)")
      }
    }
  }

  @Test func `a stream counts as the whole recording does`() throws {
    let (x, y, z) = Self.joined(
      Self.still(seconds: 10, rate: 25), Self.walk(steps: 1.7, seconds: 40, rate: 25))
    let whole = try StepCount(x: x, y: y, z: z, rate: 25)
    var counter = try StepCounter(rate: 25)
    var last = 0
    for sample in x.indices {
      counter.add(x[sample], y[sample], z[sample])
      #expect(counter.steps >= last)
      last = counter.steps
    }
    // Steps are reported promptly: all but those of the last seconds are counted before the end.
    #expect(whole.steps - counter.steps <= 8)
    counter.finish()
    #expect(counter.steps == whole.steps)
    #expect(counter.bouts == whole.bouts)
  }

  @Test func `a gap ends a walk without losing steps`() throws {
    var (x, y, z) = Self.walk(steps: 2, seconds: 60, rate: 25)
    for sample in 750..<770 { x[sample] = .nan }
    let count = try StepCount(x: x, y: y, z: z, rate: 25)
    #expect(count.missing == 20 && count.seconds == 60)
    #expect(count.bouts.count == 2)
    #expect(abs(count.steps - 119) <= 5)
    var counter = try StepCounter(rate: 25)
    for sample in x.indices where sample < 750 || sample >= 770 {
      if sample == 770 { counter.skip(20) }
      counter.add(x[sample], y[sample], z[sample])
    }
    #expect(try StepCount(counter) == count)
  }

  /// The longest dropout costs the step that falls into it.
  @Test(
    arguments: [
      (25, 1, 40, 4), (50, 1, 30, 4), (50, 3, 60, 4), (50, 25, 400, 12), (100, 10, 150, 4), (12.5, 1, 50, 4),
    ] as [(Double, Int, Int, Double)])
  func `Dropouts of half a second or less hardly affect a walk`(rate: Double, length: Int, every: Int, most: Double)
    throws
  {
    var (x, y, z) = Self.walk(steps: 1.9, seconds: 90, rate: rate)
    for sample in x.indices where sample % every >= every - length {
      (x[sample], y[sample], z[sample]) = (.nan, .nan, .nan)
    }
    let count = try StepCount(x: x, y: y, z: z, rate: rate)
    #expect(abs(Double(count.steps) - 171) <= most)
    #expect(count.bouts.count == 1 && count.missing >= x.count / every * length)
    #expect(abs(count.seconds - 90) < 0.1)
  }

  @Test func `throws if most samples are missing`() throws {
    let walk = Self.walk(steps: 1.9, seconds: 60, rate: 25)
    let few = walk.x.indices.map { $0 % 4 > 0 ? .nan : walk.x[$0] }
    #expect(throws: MovementProblem.self) {
      try StepCount(x: few, y: walk.y, z: walk.z, rate: 25)
    }
  }

  @Test func `missing samples at the end add time but no steps`() throws {
    let (x, y, z) = Self.walk(steps: 2, seconds: 30, rate: 25)
    let missing = [Double](repeating: .nan, count: 5)
    let whole = try StepCount(x: x, y: y, z: z, rate: 25)
    let longer = try StepCount(x: x + missing, y: y + missing, z: z + missing, rate: 25)
    #expect(longer.steps == whole.steps && longer.seconds == 30.2)
  }

  @Test func `throws a reason if steps cannot be counted`() {
    let (x, y, z) = Self.walk(steps: 2, seconds: 30, rate: 10)
    #expect(throws: MovementProblem.rateTooLow(rate: 10, least: 12.5)) { try StepCount(x: x, y: y, z: z, rate: 10) }
    #expect(throws: MovementProblem.self) { try StepCount(x: x, y: y, z: z, rate: .nan) }
    #expect(throws: MovementProblem.self) { try StepCount(x: [1], y: [1], z: [1], rate: 25) }
    #expect(throws: MovementProblem.self) { try StepCount(x: [], y: [], z: [], rate: 25) }
    let same = [Double](repeating: 0.5, count: 1000)
    #expect(throws: MovementProblem.constant) { try StepCount(x: same, y: same, z: same, rate: 25) }
    let missing = [Double](repeating: .nan, count: 1000)
    #expect(throws: MovementProblem.self) { try StepCount(x: missing, y: missing, z: missing, rate: 25) }
  }

  @Test func `accepts arbitrary input`() throws {
    var random = SeededRandom(seed: 3)
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 0, .leastNonzeroMagnitude, 1]
    for rate in [12.5, 13, 50, 4000] {
      var counter = try StepCounter(rate: rate)
      var epochs = try MovementEpochs(rate: rate, seconds: 1)
      for _ in 0..<5000 {
        let values = (0..<3).map { _ in
          Int.random(in: 0..<50, using: &random) == 0
            ? odd[Int.random(in: 0..<odd.count, using: &random)] : Double.random(in: -4...4, using: &random)
        }
        counter.add(values[0], values[1], values[2])
        if let epoch = epochs.add(values[0], values[1], values[2]) {
          #expect(epoch.mad >= 0)
        }
      }
      counter.finish()
      #expect(counter.steps >= 0)
    }
  }

  /// Running: one strong bounce per step, and an arm that swings at half the rate.
  private static func run(steps: Double, swing: Double) -> Axes {
    var random = SeededRandom(seed: 9)
    var axes: Axes = ([], [], [])
    for sample in 0..<Int(60 * 50) {
      let turn = 2 * Double.pi * Double(sample) / 50 * steps
      axes.x.append(0.9 * cos(turn / 2) + noise(0.08, &random))
      axes.y.append(0.5 * cos(turn / 2 + 2) + noise(0.08, &random))
      axes.z.append(
        1 + 0.9 * cos(turn) + 0.3 * cos(2 * turn + 0.4) + swing * cos(turn / 2 + 0.7) + noise(0.08, &random))
    }
    return axes
  }

  @Test(arguments: [2.2, 2.6, 2.9, 3.2], [0.4, 0.8])
  func `a run of up to 3.2 steps per second is counted, also with a swinging arm`(steps: Double, swing: Double) throws {
    let (x, y, z) = Self.run(steps: steps, swing: swing)
    let count = try StepCount(x: x, y: y, z: z, rate: 50)
    #expect(abs(Double(count.steps) / (60 * steps) - 1) < 0.05)
  }

  /// Impacts of some tens of milliseconds, on a body that does not turn.
  private static func impacts(
    at times: [Double], seconds: Double, strength: Double, rough: Double, seed: UInt64 = 4
  ) -> Axes {
    var random = SeededRandom(seed: seed)
    let count = Int(seconds * 100)
    var z = (0..<count).map { _ in 1 + noise(rough, &random) }
    for time in times {
      for place in max(0, Int(time * 100) - 40)..<min(count, Int(time * 100) + 60) {
        let since = Double(place) / 100 - time
        z[place] += strength * (0.7 * exp(-pow(since / 0.13, 2)) - 0.35 * exp(-pow((since - 0.3) / 0.15, 2)))
        z[place] += strength * exp(-pow((since - 0.03) / 0.025, 2)) * 0.9
      }
    }
    return ((0..<count).map { _ in noise(0.005, &random) }, (0..<count).map { _ in noise(0.005, &random) }, z)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `uneven steps of slow walking are counted`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (times, time) = ([Double](), 1.0)
    while time < 59 {
      times.append(time)
      time += Double.random(in: 0.6...0.9, using: &random)
    }
    let (x, y, z) = Self.impacts(at: times, seconds: 60, strength: 0.18, rough: 0.004, seed: seed)
    let count = try StepCount(x: x, y: y, z: z, rate: 100)
    #expect(abs(Double(count.steps) / Double(times.count) - 1) < 0.05)
    #expect(count.bouts.count == 1)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `occasional knocks of a hand are not steps`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var axes = Self.still(seconds: 600, rate: 100)
    var time = 0.0
    while time < 590 {
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        let size = Double.random(in: 0.2...0.8, using: &random)
        for (offset, part) in [1, -0.5, 0.25, -0.1].enumerated() {
          axes.z[Int(time * 100) + offset] += size * part
        }
        time += Double.random(in: 0.4...0.8, using: &random)
      }
      time += Double.random(in: 1...6, using: &random)
    }
    #expect(try StepCount(x: axes.x, y: axes.y, z: axes.z, rate: 100).steps == 0)
  }

  @Test func `knocks of a rough road are not steps`() throws {
    var random = SeededRandom(seed: 8)
    let times = (0..<2400).map { _ in Double.random(in: 0..<600, using: &random) }
    var (x, y, z) = Self.still(seconds: 600, rate: 100)
    for time in times {
      let size = -log(Double.random(in: 0.001..<1, using: &random)) * 0.3
      for place in Int(time * 100)..<min(60_000, Int(time * 100) + 3) { z[place] += size }
    }
    #expect(try StepCount(x: x, y: y, z: z, rate: 100).steps == 0)
    (x, y, z) = Self.impacts(at: [], seconds: 60, strength: 0, rough: 0.1)
    #expect(try StepCount(x: x, y: y, z: z, rate: 100).steps == 0)
  }
}
