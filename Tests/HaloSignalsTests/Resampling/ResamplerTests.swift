import Foundation
import HaloSignals
import Testing

struct ResamplerTests {
  @Test func `even samples stay as they are`() throws {
    let times = (0..<20).map { 100 + Double($0) / 25 }
    let values = (0..<20).map { Double($0 * $0 % 7) }
    let series = try #require(EvenSeries(times: times, values: values, rate: 25, longestGap: 0.3))
    #expect(series.origin == 100)
    #expect(series.dropped.isEmpty)
    #expect(series.stretches.count == 1)
    #expect(series.stretches[0].first == 0)
    #expect(series.stretches[0].values.count == 20)
    for (value, expected) in zip(series.stretches[0].values, values) { #expect(abs(value - expected) < 1e-6) }
  }

  @Test func `resamples uneven ring times and preserves a wave`() throws {
    var random = SeededRandom(seed: 5)
    var (times, time): ([Double], Double) = ([], 0)
    while time < 30 {
      times.append(time)
      time += 0.2 + 0.1 * random.unit()
    }
    let series = try #require(
      EvenSeries(times: times, values: times.map { sin(2 * .pi * 0.5 * $0) }, rate: 8, longestGap: 0.4))
    let stretch = try #require(series.stretches.first)
    #expect(series.stretches.count == 1)
    for (index, value) in stretch.values.enumerated().dropFirst(4).dropLast(4) {
      #expect(abs(value - sin(2 * .pi * 0.5 * Double(index) / 8)) < 0.06)
    }
  }

  @Test func `a long gap stays a gap`() throws {
    let times = [0, 0.25, 0.5, 0.75, 3.1, 3.35, 3.6]
    let series = try #require(EvenSeries(times: times, values: [0, 1, 2, 3, 4, 5, 6], rate: 4, longestGap: 0.5))
    #expect(series.stretches.map(\.first) == [0, 13])
    #expect(series.stretches[0].values == [0, 1, 2, 3])
    #expect(series.stretches[1].values.count == 2)
    #expect(abs(series.stretches[1].values[0] - 4.6) < 1e-9)
  }

  @Test func `drops invalid samples`() throws {
    let series = try #require(
      EvenSeries(
        times: [0, .nan, 1, 1, 0.5, 2, 1e300, 3], values: [0, 1, 1, 9, 9, .infinity, 1, 3], rate: 1, longestGap: 5))
    #expect(series.dropped == [1, 3, 4, 5, 6])
    #expect(series.stretches == [.init(first: 0, values: [0, 1, 2, 3])])
  }

  @Test func `accepts empty input and one sample`() throws {
    let none = try #require(EvenSeries(times: [], values: [], rate: 4, longestGap: 1))
    #expect(none.origin == nil)
    #expect(none.stretches.isEmpty)
    let one = try #require(EvenSeries(times: [7], values: [3], rate: 4, longestGap: 1))
    #expect(one.stretches == [.init(first: 0, values: [3])])
    #expect(Resampler(rate: 0, longestGap: 1) == nil)
    #expect(Resampler(rate: 1e9, longestGap: 1) == nil)
    #expect(Resampler(rate: 4, longestGap: .nan) == nil)
  }

  @Test func `garbage never traps and indices always rise`() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      var resampler = try #require(Resampler(rate: 4, longestGap: 2))
      var last = -1
      for _ in 0..<50 {
        let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, 1e-308].randomElement(using: &random) ?? 0
        let time = random.unit() < 0.2 ? odd : random.unit() * 100
        let value = random.unit() < 0.2 ? odd : random.unit()
        resampler.add(time: time, value: value) { index, _ in
          #expect(index > last)
          last = index
        }
      }
      resampler.finish { index, _ in #expect(index > last) }
    }
  }
}
