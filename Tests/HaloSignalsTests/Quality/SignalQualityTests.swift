import Foundation
import HaloSignals
import Testing

@Suite("Signal quality")
struct SignalQualityTests {
  private static let beats = SyntheticWave.beats(until: 60) { 0.8 + 0.03 * sin(Double($0)) }
  private static let light = SyntheticWave.pulses(beats, at: SyntheticWave.grid(60, rate: 50))

  @Test func `similar waves have a high likeness, and perfusion is the pulse relative to the level`() throws {
    let quality = try #require(SignalQuality(light: Self.light, rate: 50, beats: Self.beats))
    #expect(quality.likeness > 0.98 && quality.beats >= Self.beats.count - 2)
    // Pulses of 10 on a level slightly above 1000.
    #expect(abs((quality.perfusion ?? 0) - 1) < 0.1)
    let found = PulseBeats.find(Self.light, rate: 50).map(\.time)
    #expect(try #require(SignalQuality(light: Self.light, rate: 50, beats: found)).likeness > 0.98)
  }

  @Test(arguments: [1, -1, 1e-6, 1e6] as [Double])
  func `drift, unit and polarity do not affect the likeness`(scale: Double) throws {
    let light = Self.light.enumerated().map { scale * ($1 + 0.02 * Double($0)) }
    let quality = try #require(SignalQuality(light: light, rate: 50, beats: Self.beats))
    #expect(quality.likeness > 0.95)
    #expect((quality.perfusion == nil) == (scale < 0))
  }

  @Test func `noise reduces the likeness, to almost 0 for noise alone`() throws {
    var random = SeededRandom(seed: 5)
    let likeness = [0, 2, 6, 200].map { size in
      let light = Self.light.map { $0 + Double(size) * random.normal() }
      return SignalQuality(light: light, rate: 50, beats: Self.beats)?.likeness ?? -1
    }
    #expect(zip(likeness, likeness.dropFirst()).allSatisfy { $0 > $1 })
    #expect(likeness[1] > 0.8 && likeness[3] < 0.35 && likeness[3] >= 0)
  }

  @Test func `a beat with a missing sample is excluded; without beats there is no quality`() throws {
    var light = Self.light
    light[1000] = .nan
    let quality = try #require(SignalQuality(light: light, rate: 50, beats: Self.beats))
    let whole = try #require(SignalQuality(light: Self.light, rate: 50, beats: Self.beats))
    #expect(quality.beats < whole.beats && quality.likeness > 0.98)
    for light in [[], [1], Array(repeating: 7, count: 3000), Array(repeating: Double.nan, count: 3000)] {
      #expect(SignalQuality(light: light, rate: 50, beats: Self.beats) == nil)
    }
    #expect(SignalQuality(light: Self.light, rate: 50, beats: []) == nil)
    #expect(SignalQuality(light: Self.light, rate: .nan, beats: Self.beats) == nil)
    #expect(SignalQuality(light: Self.light, rate: 50, beats: [.nan, .infinity, -1e300, 1e300]) == nil)
  }
}
