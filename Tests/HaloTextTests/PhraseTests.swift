import HaloReports
import HaloText
import HaloHealth
import Testing
import Foundation

@Suite("Phrases")
struct PhraseTests {
  /// The wording of a language that reverses sentences.
  private static let backwards = Wording(
    .english, catalog: ["%@ of %@": "%2$@ / %1$@", "Battery": "Akku", "%@ %%": "%@ Prozent (100 %%)"])

  @Test func `the English sentence is the key, and its arguments are separate`() {
    let phrase = Phrase("\(12) of \(8000)")
    #expect(phrase.key == "%@ of %@")
    #expect(phrase.arguments == [.number(12, digits: 0), .number(8000, digits: 0)])
    #expect(phrase.english == "12 of 8,000")
    #expect(Phrase("100 % sure").key == "100 % sure")
    #expect(Phrase("\(62) %").key == "%@ %%")
    #expect(Phrase("\(62) %").english == "62 %")
  }

  @Test func `a translation may put arguments in another order, also within arguments`() {
    #expect(Phrase("\(12) of \(30)").text(in: Self.backwards) == "30 / 12")
    #expect(Phrase("\(Phrase("Battery")): \(Phrase("\(62) %"))").text(in: Self.backwards) == "Akku: 62 Prozent (100 %)")
  }

  @Test func `a phrase of another package is German by its own catalog, and otherwise by Halo's`() {
    let (one, other) = (
      PhraseCatalog([.german: ["%@ turns": "%@ Umdrehungen", "Wheel": "Rad", "Sleep": "Ruhe"]]),
      PhraseCatalog([.german: ["Wheel": "Felge"]])
    )
    let german = Wording(.german)
    let turns = Phrase("\(1234) turns", in: one)
    #expect(turns.text(in: german) == "1.234 Umdrehungen" && turns.english == "1,234 turns")
    #expect(Phrase("\(Phrase("Wheel", in: other)): \(turns)").text(in: german) == "Felge: 1.234 Umdrehungen")
    #expect(Phrase("Wheel", in: one).text(in: german) == "Rad" && Phrase("Wheel", in: one).english == "Wheel")
    #expect(
      Phrase("Sleep", in: one).text(in: german) == "Ruhe" && Phrase("Sleep", in: other).text(in: german) == "Schlaf")
    #expect(Phrase("No such text", in: one).text(in: german) == "No such text")
    #expect(
      Phrase("Wheel", in: one) != Phrase("Wheel", in: other) && Phrase("Wheel", in: one) == Phrase("Wheel", in: one))
  }

  @Test(arguments: ["%", "%9$@", "%0$@", "%1$", "%%%", "%x %@ %@ %@", ""])
  func `a broken translation never traps`(format: String) {
    let wording = Wording(.english, catalog: ["%@ of %@": format])
    let text = Phrase("\(1) of \(2)").text(in: wording)
    #expect(text.count <= format.count + 2)
  }

  @Test(
    arguments: [
      (1234.0, 0, "1,234"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-3.26, 1, "−3.3"), (999_999.5, 0, "1,000,000"),
      (1.05, 2, "1.05"), (.infinity, 0, "–"), (.nan, 1, "–"),
    ] as [(Double, Int, String)])
  func `numbers have grouping and decimal marks`(value: Double, digits: Int, text: String) {
    #expect(Wording().number(value, digits: digits) == text)
  }

  @Test
  func `German text comes from the catalog, with German numbers and dates`() throws {
    let german = Wording(.german)
    #expect(Phrase("Sleep").text(in: german) == "Schlaf")
    #expect(MeasureWording.distance(12_345).text(in: german) == "12,3 km")
    #expect(german.number(-1234.5, digits: 1) == "−1.234,5")
    let date = try #require(CalendarDate(year: 2026, month: 11, day: 5))
    let texts: [(Phrase.DateStyle, String, String)] = [
      (.weekday, "Thu", "Do"), (.day, "5 Nov", "5. Nov"), (.short, "Thu  5 Nov", "Do  5. Nov"),
      (.month, "Nov 2026", "Nov 2026"),
      (.full, "Thursday, 5 November", "Donnerstag, 5. November"),
      (.long, "Thursday, 5 November 2026", "Donnerstag, 5. November 2026"),
    ]
    for (style, english, own) in texts {
      #expect(Wording().date(date, style) == english)
      #expect(german.date(date, style) == own)
    }
    #expect(texts.count == Phrase.DateStyle.allCases.count)
  }

  @Test(arguments: [(0, "12:00 am"), (61, "1:01 am"), (720, "12:00 pm"), (1439, "11:59 pm")])
  func `a 12-hour clock has no hour 0`(minutes: Int, text: String) {
    #expect(Wording(.english, clock: .twelve, units: .metric).time(TimeOfDay(minutes: minutes)) == text)
  }

  @Test
  func `a phrase uses the language of its task for text and encoding`() throws {
    let phrase = Phrase("Sleep")
    #expect(phrase.text == "Sleep")
    try Wording.$current.withValue(Wording(.german)) {
      #expect(phrase.text == "Schlaf")
      let json = try JSONEncoder().encode([phrase])
      #expect(json == Data(#"["Schlaf"]"#.utf8))
    }
  }

  @Test(arguments: [
    (["de-AT", "en"], Language.german), (["fr", "de_DE.UTF-8"], .german), (["C.UTF-8"], .english), ([], .english),
    (["den"], .english),
  ])
  func `selects the first supported language`(tags: [String], language: Language) {
    #expect(Language(preferred: tags) == language)
  }

  @Test func `values have units in the selected system`() {
    let imperial = Wording(usesImperialUnits: true)
    #expect(MeasureWording.value(62, of: .heartRate).english == "62 bpm")
    #expect(MeasureWording.value(38.5, of: .heartRateVariability).english == "38.5 ms")
    #expect(MeasureWording.value(97, of: .oxygenSaturation).english == "97 %")
    #expect(MeasureWording.value(4210, of: .steps).english == "4,210")
    #expect(MeasureWording.distance(850).english == "850 m")
    #expect(MeasureWording.distance(3250).english == "3.3 km")
    #expect(MeasureWording.distance(3250).text(in: imperial) == "2.0 mi")
    #expect(MeasureWording.distance(30).text(in: imperial) == "98 ft")
    #expect(MeasureWording.value(33.5, of: .skinTemperature).english == "33.5 °C")
    #expect(MeasureWording.value(37, of: .skinTemperature).text(in: imperial) == "98.6 °F")
    #expect(MeasureWording.speed(2.5).english == "9.0 km/h")
    #expect(MeasureWording.range(6.66, 6.67, of: .speed).english == "24.0 km/h")
    #expect(MeasureWording.range(2, 6.67, of: .speed).text(in: imperial) == "4.5 – 14.9 mph")
    #expect(MeasureWording.range(51, 119, of: .heartRate).english == "51 – 119 bpm")
    #expect(MeasureWording.duration(minutes: 432).english == "7 h 12 min")
    #expect(MeasureWording.duration(minutes: 59).english == "59 min")
    #expect(MeasureWording.size(bytes: 1_540_000).english == "1.5 MB")
  }

  @Test func `every metric, stage and kind has a name`() {
    #expect(Metric.known.allSatisfy { !$0.title.english.isEmpty })
    #expect(SleepStage.allCases.map(\.title.english) == ["Awake", "REM", "Light", "Deep"])
    #expect(Set(Workout.Kind.allCases.map(\.title.english)).count == Workout.Kind.allCases.count)
  }
}
