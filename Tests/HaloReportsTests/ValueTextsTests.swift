import Foundation
import HaloHealth
import HaloInsights
import Testing

@testable import HaloReports

@Suite struct ValueAxisTests {
  private static let imperial = Wording(usesImperialUnits: true)
  private static let german = Wording(.german)

  /// A range, and the labels of its ticks.
  struct Labels: Sendable {
    let low: Double
    let high: Double
    let unit: HaloHealth.Unit
    let wording: Wording
    let texts: [String]

    init(_ low: Double, _ high: Double, _ unit: HaloHealth.Unit, _ wording: Wording, _ texts: [String]) {
      (self.low, self.high, self.unit, self.wording, self.texts) = (low, high, unit, wording, texts)
    }
  }

  private static let labels = [
    Labels(0, 11_200, .meters, Wording(), ["0.0 km", "2.5 km", "5.0 km", "7.5 km", "10.0 km"]),
    Labels(0, 11_200, .meters, imperial, ["0 mi", "2 mi", "4 mi", "6 mi"]),
    Labels(0, 640, .meters, Wording(), ["0 m", "200 m", "400 m", "600 m"]),
    Labels(0, 640, .meters, imperial, ["0.0 mi", "0.1 mi", "0.2 mi", "0.3 mi"]),
    Labels(0, 120, .meters, imperial, ["0 ft", "100 ft", "200 ft", "300 ft"]),
    Labels(0, 3200, .meters, german, ["0 km", "1 km", "2 km", "3 km"]),
    Labels(0, 2200, .meters, german, ["0,0 km", "0,5 km", "1,0 km", "1,5 km", "2,0 km"]),
    Labels(32.6, 35.1, .degreesCelsius, Wording(), ["33.0", "33.5", "34.0", "34.5", "35.0"]),
    Labels(32.6, 35.1, .degreesCelsius, imperial, ["91", "92", "93", "94", "95"]),
    Labels(1.2, 3.1, .metersPerSecond, Wording(), ["6", "8", "10"]),
    Labels(1.2, 3.1, .metersPerSecond, imperial, ["3", "4", "5", "6"]),
    Labels(47, 122, .beatsPerMinute, Wording(), ["60", "80", "100", "120"]),
    Labels(0, 13, .minutes, Wording(), ["0 min", "5 min", "10 min"]),
    Labels(0, 70, .minutes, Wording(), ["0 min", "15 min", "30 min", "45 min", "1 h"]),
    Labels(0, 530, .minutes, Wording(), ["0 min", "2 h", "4 h", "6 h", "8 h"]),
    Labels(0, 12_800, .count, german, ["0", "5.000", "10.000"]),
    Labels(0, 0, .count, Wording(), ["0"]),
    Labels(3, 3.4, .milliseconds, Wording(), ["3"]),
  ]

  @Test(arguments: labels)
  func `ticks are round in the units that are shown`(labels: Labels) {
    let axis = ValueAxis(from: labels.low, to: labels.high, in: labels.unit, labels.wording)
    #expect(axis.ticks.map { $0.text.text(in: labels.wording) } == labels.texts)
    #expect(axis.ticks.allSatisfy { (labels.low - 0.001...labels.high + 0.001).contains($0.value) })
  }

  @Test func `a tick's value is in the unit of the data`() {
    let miles = ValueAxis(from: 0, to: 8000, in: .meters, Self.imperial).ticks.map(\.value)
    #expect(miles == [0, 1609.344, 3218.688, 4828.032, 6437.376])
    #expect(ValueAxis(from: 30, to: 40, in: .degreesCelsius, Self.imperial).ticks.first?.value == 32.222)
  }
}

@Suite struct ValueTextsTests {
  private func series(_ metric: Metric, _ values: [(low: Double, high: Double)], most: Int? = 800) throws
    -> SeriesReport
  {
    let start = LocalTime(WallClock(date: CalendarDate(daysSince1970: 20_000), minuteOfDay: 0), secondsFromGMT: 3600)
    let points = values.enumerated().map { place, value in
      SeriesReport.Point(
        time: start, seconds: place * 300, low: value.low, high: value.high, source: .log, length: 300)
    }
    return try #require(SeriesReport(metric, .line, points, start: start, most: most))
  }

  @Test func `equal values of a series share a text`() throws {
    let texts = ValueTexts(try series(.heartRate, [(58, 58), (61, 77), (58, 58), (61, 61)]))
    #expect(texts.list.map(\.english) == ["58 bpm", "61 – 77 bpm", "61 bpm"])
    #expect(texts.at == [0, 1, 0, 2])
    #expect(texts.range?.english == "58 – 77 bpm")
  }

  @Test func `a series has the units of the wearer`() throws {
    let texts = ValueTexts(try series(.skinTemperature, [(33.2, 33.2), (33.9, 33.9)])).list
    #expect(texts.map { $0.text(in: Wording(.german)) } == ["33,2 °C", "33,9 °C"])
    #expect(texts.map { $0.text(in: Wording(usesImperialUnits: true)) } == ["91.8 °F", "93.0 °F"])
  }

  @Test(arguments: [
    (Metric.steps, 12.0, 480.0, 0.0, 526.8), (.oxygenSaturation, 93, 97, 92, 100), (.stress, 22, 61, 0, 100),
    (.battery, 41, 88, 0, 100), (.heartRate, 50, 100, 45, 105),
  ])
  func `a series' axis suits its metric`(metric: Metric, low: Double, high: Double, from: Double, to: Double) throws {
    let axis = ValueAxis(try series(metric, [(low, low), (high, high)]))
    #expect(axis.low == from && abs(axis.high - to) < 0.001)
  }

  @Test func `a series with all its samples has no texts, and a series can be decoded`() throws {
    #expect(try series(.heartRate, [(58, 58)], most: nil).texts == nil)
    let json = try JSONEncoder().encode(series(.heartRate, [(58, 58), (61, 61)]))
    #expect(String(decoding: json, as: UTF8.self).contains(#""metric":"heart-rate""#))
    let decoded = try JSONDecoder().decode(SeriesReport.self, from: json)
    #expect(decoded.metric == .heartRate && decoded.texts?.list.map(\.english) == ["58 bpm", "61 bpm"])
    let wrong = String(decoding: json, as: UTF8.self).replacing("heart-rate", with: "unheard-of")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SeriesReport.self, from: Data(wrong.utf8)) }
  }

  @Test func `sleep has a text for each stage, each interval, and intervals of a stage together`() throws {
    let start = WallClock(date: CalendarDate(daysSince1970: 20_000), minuteOfDay: 1400)
    let night = Night(
      kind: .night, start: start, end: start.adding(minutes: 95),
      stages: [.init(stage: .light, minutes: 20), .init(stage: .light, minutes: 47), .init(stage: .deep, minutes: 28)],
      provenance: Provenance(frames: [], decoder: "test"))
    #expect(MeasureWording.average(41.4, of: .heartRate).english == "average 41")
    let level = Metric("tankLevel", unit: Unit("%"), title: "Tank level", values: 0...100, aggregation: .state)
    #expect(MeasureWording.average(63, of: level).english == "last 63")
    let texts = MeasureWording.durations(SleepReport(night, main: true).durations)
    #expect(
      texts.mapValues(\.english) == [0: "0 min", 28: "28 min", 47: "47 min", 67: "1 h 7 min", 95: "1 h 35 min"])
  }
}
