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

  @Test("contains the night, the steps and the newest measured rate, also after JSON coding")
  func glance() throws {
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
    let glance = Glance(day, synced: 1_795_000_000, battery: 72)
    #expect(glance.sleep?.minutesAsleep == 400 && glance.sleep?.start == 1410 && glance.sleep?.end == 390)
    #expect(glance.steps == 4321 && glance.battery == 72)
    #expect(glance.heartRate == Glance.Reading(value: 64, minute: 605))
    let data = try JSONEncoder().encode(glance)
    #expect(try JSONDecoder().decode(Glance.self, from: data) == glance)
  }

  @Test("is empty for a day without data")
  func empty() {
    let glance = Glance(
      DaySummary(date: Self.date, movement: nil, nights: [], naps: [], samples: [:]), synced: nil, battery: nil)
    #expect(glance.sleep == nil && glance.steps == nil && glance.heartRate == nil && glance.battery == nil)
  }
}
