import Foundation
import HaloSignals
import Testing

struct LombScargleTests {
  static let times = [0, 0.8, 1.65, 2.4, 3.3, 4.0, 4.95, 5.7, 6.4, 7.3]
  static let values = [0.8, 0.85, 0.75, 0.9, 0.7, 0.95, 0.75, 0.7, 0.9, 0.8]

  @Test(arguments: [0, 1_700_000_000.0]) func `agrees with SciPy for any time origin`(_ start: Double) throws {
    let spectrum = try #require(LombScargle(times: Self.times.map { $0 + start }, values: Self.values))
    let density = spectrum.density(from: 0.05, step: 0.05, count: 7)
    let expected = [
      0.00012572467531012782, 0.0003680325642474695, 0.001048105107022025, 0.0013846863583309589, 0.0027707901511297003,
      0.0053446663854095815, 0.00876311129894266,
    ]
    for (value, expected) in zip(density, expected) { #expect(abs(value - expected) < 1e-6 * expected + 1e-9) }
  }

  @Test func `the density sums to the variance`() throws {
    let count = 240
    let times = (0..<count).map { Double($0) * 0.25 }
    let values = times.map { 3 * sin(2 * .pi * 0.1 * $0) + 2 * cos(2 * .pi * 0.25 * $0) + 7 }
    let spectrum = try #require(LombScargle(times: times, values: values))
    let step = 4 / Double(count)
    let density = spectrum.density(from: step, step: step, count: count / 2)
    #expect(abs(density.reduce(0, +) * step - (9.0 / 2 + 4.0 / 2)) < 1e-6)
  }

  @Test func `a gap between samples is not a frequency`() throws {
    // A wave of 0.1 Hz with a gap of 40 s: its peak does not move.
    let times = (0..<300).map { Double($0) * 0.7 }.filter { !(60...100).contains($0) }
    let spectrum = try #require(LombScargle(times: times, values: times.map { sin(2 * .pi * 0.1 * $0) }))
    let density = spectrum.density(from: 0.01, step: 0.001, count: 400)
    let peak = try #require(density.indices.max { density[$0] < density[$1] })
    #expect(abs(0.01 + 0.001 * Double(peak) - 0.1) < 0.0015)
  }

  @Test func `returns nil without a spectrum`() {
    #expect(LombScargle(times: [0, 1], values: [1, 2]) == nil)
    #expect(LombScargle(times: [0, 1, 1], values: [1, 2, 3]) == nil)
    #expect(LombScargle(times: [0, 2, 1], values: [1, 2, 3]) == nil)
    #expect(LombScargle(times: [0, 1, 2], values: [1, .nan, 3]) == nil)
    #expect(LombScargle(times: [0, 1, 2], values: [1, 2]) == nil)
    #expect(
      LombScargle(times: [0, 1, 2], values: [5, 5, 5])?.density(from: 0, step: 0.1, count: 5) == [0, 0, 0, 0, 0])
  }
}
