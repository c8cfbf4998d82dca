import Foundation
import WholeRecordings
import HaloSignals
import Testing

@Suite struct StepConfidenceTests {
  private typealias Axes = StepCounterTests.Axes

  /// A stirring hand: regular circles across gravity.
  private static func stirring(seconds: Double, rate: Double) -> Axes {
    var random = SeededRandom(seed: 5)
    var axes: Axes = ([], [], [])
    for sample in 0..<Int(seconds * rate) {
      let turn = 2 * Double.pi * 1.4 * Double(sample) / rate
      axes.x.append(0.4 * cos(turn) + StepCounterTests.noise(0.02, &random))
      axes.y.append(0.4 * sin(turn) + StepCounterTests.noise(0.02, &random))
      axes.z.append(1 + 0.04 * sin(2 * turn + 1) + 0.05 * sin(turn) + StepCounterTests.noise(0.02, &random))
    }
    return axes
  }

  private static func count(_ axes: Axes, rate: Double) throws -> StepCount {
    try StepCount(x: axes.x, y: axes.y, z: axes.z, rate: rate)
  }

  @Test(arguments: [25, 50, 100] as [Double], [1.4, 1.8, 2.3] as [Double])
  func `a walk has a high confidence`(rate: Double, cadence: Double) throws {
    let count = try Self.count(StepCounterTests.walk(steps: cadence, seconds: 60, rate: rate), rate: rate)
    #expect(try #require(count.confidence) > 0.5)
  }

  @Test(arguments: [25, 50] as [Double])
  func `a stirring hand is counted with a low confidence or not at all`(rate: Double) throws {
    let count = try Self.count(Self.stirring(seconds: 60, rate: rate), rate: rate)
    #expect((count.confidence ?? 0) < 0.2)
  }

  @Test func `there is no confidence without steps`() throws {
    #expect(try Self.count(StepCounterTests.still(seconds: 60, rate: 25), rate: 25).confidence == nil)
  }

  @Test func `the confidence of a recording is that of its bouts, weighted by steps`() throws {
    let rate = 50.0
    let recording = StepCounterTests.joined(
      StepCounterTests.walk(steps: 1.8, seconds: 60, rate: rate), StepCounterTests.still(seconds: 40, rate: rate),
      Self.stirring(seconds: 60, rate: rate), StepCounterTests.still(seconds: 40, rate: rate))
    let count = try Self.count(recording, rate: rate)
    try #require(count.bouts.count == 2)
    #expect(count.bouts[0].confidence > 0.5 && count.bouts[1].confidence < 0.2)
    let steps = count.bouts.map { Double($0.steps) }
    let mean = (count.bouts[0].confidence * steps[0] + count.bouts[1].confidence * steps[1]) / (steps[0] + steps[1])
    #expect(try abs(#require(count.confidence) - mean) < 1e-12)
  }
}
