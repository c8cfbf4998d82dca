import HaloText
import Foundation
import HaloHealth
import Testing

@Suite("A profile")
struct ProfileTests {
  private func decoded(_ json: String) throws -> Profile {
    try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    (ProfileField.stepGoal, 500, 50_000), (.sleepGoalMinutes, 240, 720), (.birthYear, 1900, 2026),
    (.maxHeartRate, 100, 240),
  ])
  func `accepts numbers in a range; errors name the field and the range`(
    field: ProfileField, least: Int, most: Int
  ) throws {
    var profile = Profile()
    for number in [least, most] {
      try profile.set(field, to: .number(number), in: 2026)
      #expect(profile[field] == .number(number))
    }
    for value in [ProfileValue.number(least - 1), .number(most + 1), .text("\(least)")] {
      let error = #expect(throws: ProfileError.self) { try profile.set(field, to: value, in: 2026) }
      #expect(error?.description.contains("'\(field.rawValue)' is ") == true)
      #expect(error?.description.contains("from \(least) to \(most), or empty") == true)
    }
    #expect(profile[field] == .number(most))
    try profile.set(field, to: .empty)
    #expect(profile[field] == .empty)
  }

  @Test(arguments: [ProfileField.units, .clock, .firstWeekday])
  func `rejects empty and unknown units, clocks and first weekdays`(field: ProfileField) {
    var profile = Profile()
    for value in [ProfileValue.empty, .text("other"), .number(1)] {
      let error = #expect(throws: ProfileError.self) { try profile.set(field, to: value) }
      #expect(error?.description.hasPrefix("'\(field.rawValue)' is one of ") == true)
    }
    #expect(profile == Profile())
  }

  @Test func `accepts only language tags`() throws {
    var profile = Profile()
    for text in ["de", "pt-BR", "zh-Hant-TW", "gsw"] {
      try profile.set(.language, to: .text(text))
      #expect(profile.language == text)
    }
    for text in ["", "d", "de-", "-de", "de_DE", "deutsch", "dé", "de-" + String(repeating: "a", count: 9)] {
      #expect(throws: ProfileError.self) { try profile.set(.language, to: .text(text)) }
    }
  }

  @Test func `encodes and decodes every field, empty ones as null`() throws {
    let profile = Profile(
      stepGoal: nil, sleepGoalMinutes: 450, units: .imperial, clock: .twelve, language: "de", firstWeekday: .saturday,
      birthYear: 1980, maxHeartRate: nil)
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(Profile.self, from: data) == profile)
    #expect(String(decoding: data, as: UTF8.self).contains(#""stepGoal":null"#))
  }

  @Test func `uses defaults for missing and invalid fields`() throws {
    #expect(try decoded(#"{"other":[1],"stepGoal":7,"units":{},"clock":"13","birthYear":true}"#) == Profile())
    #expect(try decoded(#"{"stepGoal":9000,"maxHeartRate":1.5}"#) == Profile(stepGoal: 9000))
  }

  @Test func `has zones by the maximum heart rate, otherwise by age`() {
    #expect(Profile().zones(in: 2026) == nil)
    #expect(Profile(birthYear: 1986).zones(in: 2026) == HeartRateZones(age: 40))
    #expect(Profile(birthYear: 1986, maxHeartRate: 190).zones(in: 2026) == HeartRateZones(maximum: 190))
    #expect(Profile(birthYear: 2026).zones(in: 2026) == nil)
  }

  @Test func `numbers weekdays in the order of dates`() throws {
    let sunday = try #require(CalendarDate("2026-11-22"))
    #expect(Weekday.allCases.firstIndex(of: .sunday) == sunday.weekday)
    #expect(Weekday.allCases.firstIndex(of: .saturday) == sunday.adding(days: -1).weekday)
  }
}
