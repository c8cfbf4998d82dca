import HaloHealth
import Testing

@Suite("A mean over time")
struct MeanOverTimeTests {
  @Test func `minutes with a value each second count as much as others`() {
    // 66 every five minutes of an hour, and 120 each second of one minute of it.
    let log = stride(from: 0, to: 3600, by: 300).map { (second: $0, value: 66.0) }
    let live = (600..<660).map { (second: $0, value: 120.0) }
    let mean = (log + live).meanOverTime(\.second, \.value)
    let ofThoseFive = (66.0 + 60 * 120) / 61
    #expect(mean.map { abs($0 - (11 * 66 + ofThoseFive) / 12) < 1e-9 } == true)
    #expect(log.meanOverTime(\.second, \.value) == 66)
    // Beside a log of every half hour, five minutes of live rates hold for five minutes.
    let sparse = stride(from: 0, to: 86_400, by: 1800).map { (second: $0, value: 66.0) }
    let watched = (3900..<4200).map { (second: $0, value: 120.0) }
    let day = (sparse + watched).meanOverTime(\.second, \.value)
    #expect(day.map { $0 > 66 && $0 < 67.2 } == true)
    #expect([(second: Int, value: Double)]().meanOverTime(\.second, \.value) == nil)
  }
}
