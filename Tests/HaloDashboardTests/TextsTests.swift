import Foundation
import HaloHealth
import HaloJournal
import HaloReports
import Testing

@testable import HaloDashboard

@Suite("The page's texts of values")
struct TextsTests {
  /// Asks for the same with two profiles.
  private static func texts(
    _ bed: PageTestbed, _ path: String, _ language: String, _ units: UnitSystem, _ clock: ClockHours
  ) async throws -> JSON {
    try bed.journal.change(profileOf: "Ada") { ($0.language, $0.units, $0.clock) = (language, units, clock) }
    let answer = try await bed.client.get(path)
    #expect(answer.status == 200)
    return answer.json
  }

  /// Returns the texts of a period's metric.
  private static func metric(_ report: JSON, _ id: String) -> JSON? {
    report["metrics"]?.items?.first { $0["id"]?.text == id }?["texts"]
  }

  private static func list(_ texts: JSON?) -> [String] { texts?["list"]?.items?.compactMap(\.text) ?? [] }

  @Test func `each value of a series has a text, and the axis has ticks`() async throws {
    try await PageTestbed.run { bed async throws in
      let day = try await Self.texts(bed, "/days/2026-11-19", "de", .metric, .twentyFour)
      let series = try #require(day.series("heart-rate"))
      let texts = try #require(series["texts"])
      let places = texts["at"]?.items?.compactMap(\.integer) ?? []
      #expect(places.count == series["times"]?.items?.count && !places.isEmpty)
      let list = Self.list(texts)
      for (value, (high, place)) in zip(
        series["values"]?.items ?? [], zip((series["highest"] ?? series["values"])?.items ?? [], places))
      where value == high {
        #expect(list[place] == "\(value.integer ?? 0) bpm")
      }
      #expect((texts["axis"]?["ticks"]?.items?.count ?? 0) > 2)
    }
  }

  @Test func `columns have the language and the units of the profile`() async throws {
    try await PageTestbed.run { bed async throws in
      let path = "/activity?from=2026-11-14&to=2026-11-20"
      let metric = try await Self.texts(bed, path, "de", .metric, .twentyFour)
      #expect(Self.list(Self.metric(metric, "distance")).allSatisfy { $0.hasSuffix(" km") && !$0.contains(".") })
      #expect(Self.list(Self.metric(metric, "steps")).allSatisfy { $0.hasSuffix(" Schritte") })
      let imperial = try await Self.texts(bed, path, "en", .imperial, .twelve)
      let distances = Self.list(Self.metric(imperial, "distance"))
      #expect(!distances.isEmpty && distances.allSatisfy { $0.hasSuffix(" mi") })
      let ticks = Self.metric(imperial, "distance")?["axis"]?["ticks"]?.items?.compactMap { $0["text"]?.text } ?? []
      #expect(ticks.count > 2 && ticks.allSatisfy { $0.hasSuffix(" mi") && $0.count < 7 })
      #expect(Self.metric(imperial, "steps")?["goal"]?.text == "8,000 steps")
    }
  }

  @Test func `heart rates of days are whole numbers, as everywhere`() async throws {
    try await PageTestbed.run { bed async throws in
      let heart = try await bed.client.get("/heart?from=2026-11-14&to=2026-11-20").json
      let rates = try #require(heart.series("heart-rate"))
      for list in [
        rates["texts"], rates["averageTexts"], Self.metric(heart, "resting-heart-rate"),
        Self.metric(heart, "night-hrv"),
      ].map(Self.list) {
        #expect(!list.isEmpty && list.allSatisfy { !$0.contains(".") }, "\(list)")
      }
      #expect(rates["averageTexts"]?["at"]?.items?.count == 7)
    }
  }

  @Test func `nights have a text for each duration in their columns`() async throws {
    try await PageTestbed.run { bed async throws in
      let report = try await Self.texts(bed, "/nights?from=2026-11-14&to=2026-11-20", "en", .metric, .twentyFour)
      for column in ["asleep", "deep", "light", "rem", "awake", "napMinutes"] {
        for minutes in report["nights"]?[column]?.items?.compactMap(\.integer) ?? [] {
          #expect(report["durations"]?["\(minutes)"]?.text == MeasureWording.duration(minutes: minutes).english)
        }
      }
      #expect(report["durations"]?["480"]?.text == "8 h")
      #expect(report["axis"]?["ticks"]?.items?.last?["text"]?.text == "8 h")
    }
  }

  @Test func `the values of a workout have texts in the wearer's units`() async throws {
    try await PageTestbed.run(isGym: true) { bed async throws in
      try bed.journal.change(profileOf: "Ada") { $0.units = .imperial }
      #expect(try await WorkoutTests.begin(bed).status == 202)
      let seen = try await bed.client.events("/workouts/now/live") {
        $0.range(of: #""heartRate":"[0-9]+ bpm""#, options: .regularExpression) != nil
      }
      #expect(seen.text.contains(#""speed":"0.0 mph""#))
    }
  }

  @Test func `a live value has a text`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let seen = try await bed.client.events("/devices/\(bed.ring)/live/heart-rate") { $0.contains("event: value") }
      #expect(seen.text.range(of: #""text":"[0-9]+ bpm""#, options: .regularExpression) != nil)
    }
  }

  @Test func `a goal and the last sync come as texts`() async throws {
    try await PageTestbed.run { bed async throws in
      let day = try await Self.texts(bed, "/days/2026-11-19", "en", .metric, .twentyFour)
      let steps = day["figures"]?.items?.first { $0["id"] == "steps" }
      #expect(steps?["goalWords"]?.text?.hasSuffix(" % of your goal of 8,000") == true)
      let status = try await bed.client.get("/status").json
      #expect(status["devices"]?.items?.first?["lastSyncWords"]?.text?.isEmpty == false)
      #expect(status["settings"]?["sleepGoalText"] == "8 h")
      let data = try await bed.client.get("/data").json
      #expect(data["sizeWords"]?.text?.hasSuffix("B") == true)
      #expect(data["words"]?.text?.hasSuffix("20 November 2026.") == true)
      let session = try await bed.client.get("/sessions").json["sessions"]?.items?.first
      #expect(session?["ago"] == "just now")
    }
  }
}
