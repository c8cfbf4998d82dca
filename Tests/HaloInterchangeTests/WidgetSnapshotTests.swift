import Foundation
import HaloHealth
import HaloInterchange
import Testing

@Suite("The widget's snapshot")
struct GlanceTests {
  private static let date = CalendarDate(daysSince1970: 20_779)
  private static let provenance = Provenance(frames: [], decoder: "test/1")

  private static func rate(
    _ value: Double, _ minute: Int, _ source: SampleSource = .log
  ) -> (time: TimeOfDay, value: Double, SampleSource) { (TimeOfDay(minutes: minute), value, source) }

  @Test func `contains the night, the steps and the newest measured rate, also after JSON coding`() throws {
    let night = Night(
      kind: .night, start: WallClock(date: Self.date, minuteOfDay: -30),
      end: WallClock(date: Self.date, minuteOfDay: 390),
      stages: [.init(stage: .light, minutes: 400), .init(stage: .awake, minutes: 20)], provenance: Self.provenance)
    let nap = Night(
      kind: .nap, start: WallClock(date: Self.date, minuteOfDay: 600),
      end: WallClock(date: Self.date, minuteOfDay: 1200),
      stages: [.init(stage: .light, minutes: 600)], provenance: Self.provenance)
    let widgetSnapshot = WidgetSnapshot(
      of: Self.date, sleeps: [night, nap], steps: 4321,
      heartRates: [Self.rate(60, 600), Self.rate(64, 605), Self.rate(0, 610), Self.rate(50, 620, .algorithm)],
      synced: Moment(milliseconds: 1_795_309_200_000, secondsFromGMT: 0), battery: 72)
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
      of: Self.date, sleeps: [], steps: nil, heartRates: [], synced: nil, battery: nil)
    #expect(
      widgetSnapshot.sleep == nil && widgetSnapshot.steps == nil && widgetSnapshot.heartRate == nil
        && widgetSnapshot.battery == nil)
  }
}
