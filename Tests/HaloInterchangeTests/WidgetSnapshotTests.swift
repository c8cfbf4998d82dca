import Foundation
import HaloHealth
import HaloInterchange
import Testing

@Suite("The widget's snapshot")
struct GlanceTests {
  private static let date = CalendarDate(daysSince1970: 20_779)
  private static let provenance = Provenance(frames: [], decoder: "test/1")

  private static func rate(_ value: Double, _ minute: Int, _ source: SampleSource = .log) -> Sample {
    Sample(
      .heartRate, value, start: WallClock(date: date, minuteOfDay: minute), source: source, provenance: provenance)
  }

  @Test func `contains the night, the steps and the newest measured rate, also after JSON coding`() throws {
    let night = Night(
      kind: .night, start: WallClock(date: Self.date, minuteOfDay: -30),
      end: WallClock(date: Self.date, minuteOfDay: 390),
      stages: [.init(stage: .light, minutes: 400), .init(stage: .awake, minutes: 20)], provenance: Self.provenance)
    let day = DaySummary(
      date: Self.date,
      movement: .init(
        basis: .deviceTotal, steps: 4321, meters: 3000, kilocalories: 100, activeMinutes: nil,
        provenance: Self.provenance), nights: [night], naps: [],
      samples: [
        .heartRate: [Self.rate(60, 600), Self.rate(64, 605), Self.rate(0, 610), Self.rate(50, 620, .algorithm)]
      ]
    )
    let widgetSnapshot = WidgetSnapshot(
      day, synced: Moment(milliseconds: 1_795_309_200_000, secondsFromGMT: 0), battery: 72)
    #expect(
      widgetSnapshot.sleep?.minutesAsleep == 400 && widgetSnapshot.sleep?.start == 1410
        && widgetSnapshot.sleep?.end == 390)
    #expect(widgetSnapshot.steps == 4321 && widgetSnapshot.battery == 72)
    #expect(widgetSnapshot.heartRate == WidgetSnapshot.Reading(value: 64, minute: 605))
    let data = try JSONEncoder().encode(widgetSnapshot)
    #expect(try JSONDecoder().decode(WidgetSnapshot.self, from: data) == widgetSnapshot)
  }

  @Test func `is empty for a day without data`() {
    let widgetSnapshot = WidgetSnapshot(
      DaySummary(date: Self.date, movement: nil, nights: [], naps: [], samples: [:]), synced: nil, battery: nil)
    #expect(
      widgetSnapshot.sleep == nil && widgetSnapshot.steps == nil && widgetSnapshot.heartRate == nil
        && widgetSnapshot.battery == nil)
  }
}
