import HaloHealth
import Testing

@testable import HaloReports

@Suite struct MetricNameTests {
  @Test func `short names are those of metrics`() {
    #expect(MetricName("hr")?.metrics == [.heartRate])
    #expect(MetricName("HR")?.metrics == [.heartRate])
    #expect(MetricName("rhr")?.computed == .restingHeartRate)
    #expect(MetricName("hrv")?.metrics.first == .heartRateVariability)
    #expect(MetricName("spo2")?.metrics == [.oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum])
    #expect(MetricName("sleep")?.isSleep == true)
    #expect(MetricName("heartRate")?.name == "heart-rate")
    #expect(MetricName("speling") == nil)
  }

  @Test func `every name resolves to itself, and all are distinct`() {
    let names = (MetricName.short + MetricName.all).map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(MetricName(name)?.name == name) }
  }

  @Test func `for a day it is the night, the movement or a computed value; at a time it is the value`() throws {
    let day = CalendarDate(daysSince1970: 20_777)
    let time = LocalTime(WallClock(date: day, minuteOfDay: 495))
    #expect(MetricName("sleep")?.subject(on: day) == .night(day))
    #expect(MetricName("hrv")?.subject(on: day) == .computed(.nightHeartRateVariability, day))
    #expect(MetricName("rhr")?.subject(at: time) == .computed(.restingHeartRate, day))
    #expect(MetricName("steps")?.subject(on: day) == .movement(day))
    #expect(MetricName("steps")?.subject(at: time) == .sample(.steps, time))
    #expect(MetricName("hr")?.subject(on: day) == nil)
    #expect(MetricName("hr")?.subject(at: time) == .sample(.heartRate, time))
  }

  @Test(arguments: [
    ("haert-rate", "heart-rate"), ("temprature", "temperature"), ("spo", "spo2"), ("regularity", "sleep-regularity"),
  ])
  func `an unknown name has the most similar name as a suggestion`(text: String, name: String) {
    let names = (MetricName.short + MetricName.all).map(\.name)
    #expect(Suggestion.nearest(to: text, among: names) == name)
    #expect(Suggestion.nearest(to: "xyzzy-plugh-frobnicate", among: names) == nil)
  }

  @Test(arguments: [
    "heart-rate@2026-11-20T08:15:00+01:00", "resting-heart-rate@2026-11-20", "movement@2026-11-20",
    "sleep@2026-11-19T23:10:00+01:00", "sleep@2026-11-20", "workout@7",
  ]) func `an id is parsed as it is written`(id: String) {
    #expect(ExplainSubject(id)?.id == id)
  }

  @Test(arguments: [
    "movement@", "sleep@", "resting-heart-rate", "something@2026-11-13", "", "@", "workout@x", "heart-rate@2026-11-20",
    "heart-rate@noon", "movement@2026-11-20T08:15:00+01:00",
  ]) func `other text is not an id`(id: String) {
    #expect(ExplainSubject(id) == nil)
  }
}
