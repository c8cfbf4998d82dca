// prose:allow-file German texts
import HaloHealth
import HaloJournal
import HaloText
import Testing

@testable import HaloReports

/// The texts of the inputs of computed values, and their links.
@Suite("The text of an input")
struct DerivedInputTests {
  private static let names = [1: "Ring", 2: "Strap"]
  private static let (start, end) = (
    ReportJournal.moment(ReportJournal.lastDay, hour: 0.25), ReportJournal.moment(ReportJournal.lastDay, hour: 7)
  )
  private static let day = ReportJournal.lastDay

  private static func choice(_ measure: DeviceChoice.Measure, rank: Int? = nil) -> DeviceChoice? {
    DeviceChoice([.init(device: 1, amount: 268, rank: rank), .init(device: 2, amount: 12)], by: measure)
  }

  /// An input with its texts in English and German.
  struct Texts: Sendable {
    let source: DerivedInput.Source
    let english: String
    let german: String

    init(_ source: DerivedInput.Source, _ english: String, _ german: String) {
      (self.source, self.english, self.german) = (source, english, german)
    }
  }

  static let texts: [Texts] = {
    let (spans, few) = (choice(.spans(of: 288)), choice(.spans(of: nil), rank: 1))
    func values(_ metric: Metric, choice: DeviceChoice? = nil) -> DerivedInput.Source {
      .values(metric: metric, count: 1440, device: 1, first: start, last: end, choice: choice)
    }
    var texts = [
      Texts(
        .sleep(device: 1, start: start, end: end, parts: 1), "the sleep of Ring, 3 Nov, 00:15 to 3 Nov, 07:00",
        "der Schlaf von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00"),
      Texts(
        .sleep(device: 1, start: start, end: end, parts: 2),
        "the sleep of Ring, 3 Nov, 00:15 to 3 Nov, 07:00, in 2 parts",
        "der Schlaf von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00, in 2 Teilen"),
      Texts(
        values(.heartRate), "1,440 values of heart rate of Ring, 3 Nov, 00:15 to 3 Nov, 07:00",
        "1.440 Werte: Herzfrequenz von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00"),
      Texts(
        values(.heartRateVariability, choice: spans),
        "1,440 values of the device's own HRV of Ring, 3 Nov, 00:15 to 3 Nov, 07:00, Ring, selected from 2 devices (268 of 288 five-minute spans; Strap 12)",
        "1.440 Werte: die HRV des Geräts von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00, Ring, gewählt aus 2 Geräten (268 von 288 Abschnitten von fünf Minuten; Strap 12)"
      ),
      Texts(
        values(.restingHeartRate, choice: few),
        "1,440 values of reported resting heart rate of Ring, 3 Nov, 00:15 to 3 Nov, 07:00, Ring, selected by priority from 2 devices (268 five-minute spans; Strap 12)",
        "1.440 Werte: gemeldete Ruheherzfrequenz von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00, Ring, nach der Rangfolge gewählt aus 2 Geräten (268 Abschnitte von fünf Minuten; Strap 12)"
      ),
      Texts(
        values(.heartRateVariabilityRMSSD), "1,440 values of RMSSD of Ring, 3 Nov, 00:15 to 3 Nov, 07:00",
        "1.440 Werte: RMSSD von Ring, 3. Nov, 00:15 bis 3. Nov, 07:00"),
      Texts(
        .baseline(count: 8, days: 28, usual: 58, spread: 2.26),
        "8 values of the 28 days before: usual 58.0, spread 2.3",
        "8 Werte der 28 Tage davor: üblich 58,0, Streuung 2,3"),
      Texts(
        .pairs(count: 12), "12 pairs of days, and the hours in which a device was worn",
        "12 Paare von Tagen und die Stunden, in denen ein Gerät getragen wurde"),
      Texts(.sleeps(count: 9, days: 14), "9 sleeps of the last 14 days", "9 Schlafzeiten der letzten 14 Tage"),
      Texts(
        .worn(hours: 4, of: 8, from: start, to: end, isUsual: true),
        "worn in 4 of 8 hours, 3 Nov, 00:15 to 3 Nov, 07:00: the usual hours of sleep",
        "in 4 von 8 Stunden getragen, 3. Nov, 00:15 bis 3. Nov, 07:00: die übliche Schlafzeit"),
      Texts(
        .worn(hours: 4, of: 8, from: start, to: end, isUsual: false),
        "worn in 4 of 8 hours, 3 Nov, 00:15 to 3 Nov, 07:00: assumed hours of sleep, because there is data for few nights",
        "in 4 von 8 Stunden getragen, 3. Nov, 00:15 bis 3. Nov, 07:00: als Schlafzeit angenommen, weil es erst für wenige Nächte Daten gibt"
      ),
      Texts(
        .synced(before: nil, after: end, days: 7), "synced never before, then 3 Nov, 07:00; a device stores 7 days",
        "synchronisiert: vorher nie, dann 3. Nov, 07:00; ein Gerät speichert 7 Tage"),
      Texts(
        .synced(before: start, after: nil, days: 7), "synced 3 Nov, 00:15, then never since; a device stores 7 days",
        "synchronisiert: 3. Nov, 00:15, dann seitdem nie; ein Gerät speichert 7 Tage"),
      Texts(
        .ownStages(start: start, stretches: [.init(.light, epochs: 3)]),
        "Halo's own stages of half minutes from 3 Nov, 00:15 on",
        "Halos eigene Schlafphasen in halben Minuten ab 3. Nov, 00:15"),
      Texts(
        .recording(device: 2, start: start, end: end),
        "the raw recording of the accelerometer of Strap, 3 Nov, 00:15 to 3 Nov, 07:00, and the heart rates in it",
        "die Rohaufzeichnung (Beschleunigungssensor von Strap), 3. Nov, 00:15 bis 3. Nov, 07:00, mit den Herzfrequenzen darin"
      ),
      Texts(
        .recording(device: nil, start: start, end: end),
        "the raw recording of an accelerometer, 3 Nov, 00:15 to 3 Nov, 07:00, and the heart rates in it",
        "die Rohaufzeichnung (Beschleunigungssensor), 3. Nov, 00:15 bis 3. Nov, 07:00, mit den Herzfrequenzen darin"),
      Texts(.charging(at: start), "charging at 3 Nov, 00:15", "am Ladegerät um 3. Nov, 00:15"),
      Texts(
        .battery(readings: [
          .init(time: start, percent: 3, isCharging: nil), .init(time: end, percent: 80, isCharging: true),
        ]),
        "the cell was at 3 % at 3 Nov, 00:15 and at 80 % at 3 Nov, 07:00",
        "der Akku war bei 3 % (3. Nov, 00:15) und bei 80 % (3. Nov, 07:00)"),
      Texts(.total, "the device's total of the day", "die Tagessumme des Geräts"),
      Texts(.log, "the device's log of the day", "das Tagesprotokoll des Geräts"),
      Texts(
        .imports(hasSleep: true), "no sync before, and imported files",
        "vorher nicht synchronisiert, mit importierten Dateien"
      ),
      Texts(
        .imports(hasSleep: false), "no sync before, and imported files that have no sleep of the days before",
        "vorher nicht synchronisiert, mit importierten Dateien ohne Schlaf der Tage davor"),
    ]
    if let asleep = choice(.minutesAsleep, rank: 1) {
      texts.append(
        Texts(
          .device(choice: asleep), "Ring, selected by priority from 2 devices (268 minutes asleep; Strap 12)",
          "Ring, nach der Rangfolge gewählt aus 2 Geräten (268 Minuten Schlaf; Strap 12)"))
    }
    return texts
  }()

  private func value(_ metric: DerivedMetric) -> DerivedValue {
    DerivedValue(
      metric, 1, start: ReportJournal.moment(Self.day, hour: 0), length: 86_400_000, algorithm: "a", version: 1,
      inputs: [])
  }

  private func links(_ source: DerivedInput.Source, of metric: DerivedMetric = .timeAsleep) throws -> [String] {
    let reports = try ReportJournal().reports(of: "Ada")
    let links = try DerivedInput(source).report(value(metric), reports) { Self.names[$0] ?? "" }.links
    for link in links { #expect(ExplainSubject(link.explain)?.id == link.explain, "\(link)") }
    return links.map { "\($0.name.english) \($0.explain)" }
  }

  @Test(arguments: texts)
  func `is the same as before it was stored by ids, in every language`(expected: Texts) throws {
    let reports = try ReportJournal().reports(of: "Ada")
    let name = try DerivedInput(expected.source).report(value(.timeAsleep), reports) { Self.names[$0] ?? "" }.name
    #expect(name.english == expected.english)
    #expect(name.text(in: Wording(.german)) == expected.german)
  }

  @Test func `has exact times and the frames in JSON`() {
    let sleep = DerivedInput(.sleep(device: 1, start: Self.start, end: Self.end, parts: 1), frames: "13-14")
    #expect(
      sleep.text { Self.names[$0] ?? "" }
        == "the sleep of Ring, 2026-11-03T00:15:00+01:00 to 2026-11-03T07:00:00+01:00; frames 13-14")
    #expect(DerivedInput(.log).text { _ in "" } == "the device's log of the day")
    #expect(DerivedInput(words: "a sentence").text { _ in "" } == "a sentence")
  }

  @Test func `has links to the input, or to the first and the last one`() throws {
    let heart = DerivedInput.Source.values(
      metric: .heartRate, count: 3, device: 1, first: Self.start, last: Self.end, choice: nil)
    #expect(
      try links(heart) == [
        "3 Nov, 00:15 heart-rate@2026-11-03T00:15:00+01:00", "3 Nov, 07:00 heart-rate@2026-11-03T07:00:00+01:00",
      ])
    let one = DerivedInput.Source.values(
      metric: .heartRate, count: 1, device: 1, first: Self.end, last: Self.end, choice: nil)
    #expect(try links(one) == ["3 Nov, 07:00 heart-rate@2026-11-03T07:00:00+01:00"])
    #expect(
      try links(.sleep(device: 1, start: Self.start, end: Self.end, parts: 1)) == [
        "Sleep sleep@2026-11-03T00:15:00+01:00"
      ])
    #expect(try links(.charging(at: Self.end)) == ["3 Nov, 07:00 battery-charging@2026-11-03T07:00:00+01:00"])
    #expect(try links(.total) == ["Tuesday, 3 November movement@2026-11-03"])
    #expect(try links(.log) == ["Tuesday, 3 November movement@2026-11-03"])
    #expect(
      try links(.baseline(count: 28, days: 28, usual: 420, spread: 1), of: .timeAsleepTrend) == [
        "Tuesday, 6 October time-asleep@2026-10-06", "Monday, 2 November time-asleep@2026-11-02",
        "Tuesday, 3 November time-asleep@2026-11-03",
      ])
    let sleeps = try links(.sleeps(count: 14, days: 14))
    #expect(sleeps.count == 2 && sleeps.last?.hasPrefix("Tuesday, 3 November sleep@2026-11-0") == true, "\(sleeps)")
    for source: DerivedInput.Source in [
      .pairs(count: 2), .worn(hours: 4, of: 8, from: Self.start, to: Self.end, isUsual: true), .imports(hasSleep: true),
      .synced(before: nil, after: nil, days: 7), .recording(device: 1, start: Self.start, end: Self.end),
      .ownStages(start: Self.start, stretches: []), .battery(readings: []),
    ] {
      #expect(try links(source).isEmpty, "\(source)")
    }
  }

  @Test func `of a damaged journal has no links to impossible days`() throws {
    for days in [Int32.min, 0, .max] {
      #expect(try links(.sleeps(count: 1, days: days)).count <= 2)
      #expect(try links(.baseline(count: 1, days: days, usual: 1, spread: 1), of: .timeAsleepTrend).last != nil)
    }
  }
}
