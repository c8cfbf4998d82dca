import HaloReports
import HaloHealth
import HaloModels
import Testing

@Suite("Phrases")
struct PhraseTests {
  /// A language that turns sentences round.
  private struct Backwards: Wording {
    func format(_ key: String) -> String {
      ["%@ of %@": "%2$@ / %1$@", "Battery": "Akku", "%@ %%": "%@ Prozent (100 %%)"][key] ?? key
    }
    func number(_ value: Double, digits: Int) -> String { EnglishWording().number(value, digits: digits) + "!" }
    func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String { date.description }
    func time(_ time: TimeOfDay) -> String { "\(time.hour)h" }
  }

  @Test("the English sentence is the key, its arguments stand apart")
  func keys() {
    let phrase = Phrase("\(12) of \(8000)")
    #expect(phrase.key == "%@ of %@")
    #expect(phrase.arguments == [.number(12, digits: 0), .number(8000, digits: 0)])
    #expect(phrase.english == "12 of 8,000")
    #expect(Phrase("100 % sure").key == "100 % sure")
    #expect(Phrase("\(62) %").key == "%@ %%")
    #expect(Phrase("\(62) %").english == "62 %")
  }

  @Test("a translation may put arguments in another order, also within arguments")
  func order() {
    #expect(Phrase("\(12) of \(30)").text(in: Backwards()) == "30! / 12!")
    #expect(Phrase("\(Phrase("Battery")): \(Phrase("\(62) %"))").text(in: Backwards()) == "Akku: 62! Prozent (100 %)")
    #expect(Phrase("\(TimeOfDay(minutes: 90))").text(in: Backwards()) == "1h")
  }

  @Test("a broken translation never traps", arguments: ["%", "%9$@", "%0$@", "%1$", "%%%", "%x %@ %@ %@", ""])
  func broken(format: String) {
    struct Broken: Wording {
      let format: String
      func format(_ key: String) -> String { key == "%@ of %@" ? format : key }
      func number(_ value: Double, digits: Int) -> String { "n" }
      func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String { "d" }
      func time(_ time: TimeOfDay) -> String { "t" }
    }
    let text = Phrase("\(1) of \(2)").text(in: Broken(format: format))
    #expect(text.count <= format.count + 2)
  }

  @Test(
    "numbers are written as people read them",
    arguments: [
      (1234.0, 0, "1,234"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-3.26, 1, "−3.3"), (999_999.5, 0, "1,000,000"),
      (1.05, 2, "1.05"), (.infinity, 0, "–"), (.nan, 1, "–"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, digits: Int, text: String) {
    #expect(EnglishWording().number(value, digits: digits) == text)
  }

  @Test("values carry their units, in the units that were chosen")
  func measures() {
    let (metric, imperial) = (MeasureWords(.metric), MeasureWords(.imperial))
    #expect(metric.value(62, of: .heartRate).english == "62 bpm")
    #expect(metric.value(38.5, of: .heartRateVariability).english == "38.5 ms")
    #expect(metric.value(97, of: .oxygenSaturation).english == "97 %")
    #expect(metric.value(4210, of: .steps).english == "4,210")
    #expect(metric.distance(850).english == "850 m")
    #expect(metric.distance(3250).english == "3.3 km")
    #expect(imperial.distance(3250).english == "2.0 mi")
    #expect(imperial.distance(30).english == "98 ft")
    #expect(metric.temperature(33.5).english == "33.5 °C")
    #expect(imperial.temperature(37).english == "98.6 °F")
    #expect(metric.speed(2.5).english == "9.0 km/h")
    #expect(MeasureWords.duration(minutes: 432).english == "7 h 12 min")
    #expect(MeasureWords.duration(minutes: 59).english == "59 min")
    #expect(MeasureWords.size(bytes: 1_540_000).english == "1.5 MB")
  }

  @Test("every metric, stage and kind has a name")
  func names() {
    #expect(Metric.allCases.allSatisfy { !$0.title.english.isEmpty })
    #expect(SleepStage.allCases.map(\.title.english) == ["Awake", "REM", "Light", "Deep"])
    #expect(Set(Workout.Kind.allCases.map(\.title.english)).count == Workout.Kind.allCases.count)
  }
}
