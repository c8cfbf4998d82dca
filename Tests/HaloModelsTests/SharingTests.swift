import HaloTesting
import Foundation
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloModels
import HaloWearables
import Testing

@Suite("Data for Health and the widget")
@MainActor
struct SharingTests {
  private let today = SimulatedHome.morning.date

  @Test func `a synced week becomes Health entries with unique identifiers; a second sync changes nothing`()
    async throws
  {
    let today = today
    try await ModelFixture.run { place in
      try await place.fill()
      let journal = place.environment.journal
      let day = today.adding(days: -1)
      let records = try journal.healthRecords(of: day, wearer: "me")
      #expect(Set(records.map(\.identity)).count == records.count)
      #expect(records.allSatisfy { $0.start <= $0.end })
      let kinds = Set(
        records.map {
          switch $0.kind {
          case .heartRate: "heart rate"
          case .oxygenSaturation: "oxygen"
          case .steps: "steps"
          case .sleep: "sleep"
          }
        })
      #expect(kinds == ["heart rate", "oxygen", "steps", "sleep"])
      let asleep = records.reduce(0) {
        if case .sleep(let stage) = $1.kind, stage != .awake {
          $0 + ($1.end.milliseconds - $1.start.milliseconds) / 60_000
        } else {
          $0
        }
      }
      #expect(asleep == (try journal.nights(from: day, to: day)).reduce(0) { $0 + $1.minutesAsleep })
      var ledger = HealthLedger()
      ledger.note(ledger.changes(for: day, to: records, at: place.time.moment), records: records)
      try await place.fill()
      let again = try journal.healthRecords(of: day, wearer: "me")
      #expect(ledger.changes(for: day, to: again, at: place.time.moment).isEmpty)
      #expect(try journal.healthRecords(of: day, wearer: "another wearer").isEmpty)
    }
  }

  @Test func `the snapshot contains the wearer's current day and the time of the last sync`() async throws {
    let today = today
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      #expect(try journal.widgetSnapshot(of: today, wearer: "me").synced == nil)
      try await place.fill()
      let widgetSnapshot = try journal.widgetSnapshot(of: today, wearer: "me")
      #expect(
        widgetSnapshot.date == today && widgetSnapshot.sleep != nil && widgetSnapshot.heartRate != nil
          && widgetSnapshot.battery != nil)
      #expect(widgetSnapshot.synced.map { abs($0 - place.time.moment.milliseconds / 1000) < 3600 } == true)
      #expect(try journal.widgetSnapshot(of: today, wearer: "another wearer").sleep == nil)
      let left = try JSONEncoder().encode(widgetSnapshot)
      #expect(WidgetSnapshot.read(left, on: today) == widgetSnapshot)
      #expect(
        WidgetSnapshot.read(left, on: today.adding(days: 1)) == nil && WidgetSnapshot.read(Data(), on: today) == nil)
      #expect(widgetSnapshot.sleep.map { $0.hours * 60 + $0.minutes } == widgetSnapshot.sleep?.minutesAsleep)
    }
  }
}
