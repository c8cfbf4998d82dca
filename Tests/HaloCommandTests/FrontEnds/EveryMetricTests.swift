import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInsights
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloDashboard
@testable import HaloReports

/// A day with values of every metric, on every front end, in every language, unit system, clock and width. Metrics and
/// figures come from Halo's own lists: a new one is tested without a change here.
@Suite struct EveryMetricTests {
  private static let date = CalendarDate(daysSince1970: 20_760)
  /// Metrics that no day draws: what a figure or a workout sums up, what is no measurement of its own, and the battery, which the
  /// device's own page draws.
  private static let undrawn: Set<Metric> = [
    .distance, .activeEnergy, .beatInterval, .battery, .batteryCharging, .restingHeartRate, .cyclingDistance,
    .strokes, .strides, .floors, .ascent, .descent,
  ]
  /// A metric that a driver adds.
  private static let weight = Metric(
    "everyWeight", unit: Unit("kg", digits: 1, imperial: .init("lb", factor: 2.204_622_6)),
    title: Phrase("Load", in: PhraseCatalog([.german: ["Load": "Traglast"]])), values: 1...120,
    screens: [.day, .heart])
  /// Other tests may add metrics meanwhile.
  private static let metrics = Metric.own + [weight]
  private static func shown(on screen: Metric.Screen) -> [Metric] {
    let metrics = metrics
    return Metric.shown(on: screen).filter(metrics.contains)
  }
  private static let profiles = ["en", "de"].flatMap { language in
    [UnitSystem.metric, .imperial].flatMap { units in
      [ClockHours.twelve, .twentyFour].map { Profile(units: units, clock: $0, language: language) }
    }
  }

  /// Imports a day with an hourly value of each metric, and the sleep before it.
  private static func journal(_ folder: TemporaryFolder, _ profile: Profile) throws -> Journal {
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let midnight = Moment(date.midnight, secondsFromGMT: 3600)
    let samples = metrics.filter { ![.beatInterval, .restingHeartRate].contains($0) }.flatMap { metric in
      (0..<24).map { hour in
        let range = metric.plausibleRange
        let value = metric == .batteryCharging ? 1 : range.lowerBound + min(range.upperBound, 90) / 3 + Double(hour) / 3
        return ImportedEntry.sample(
          metric, metric == .oxygenSaturationMaximum ? value + 5 : value, start: midnight + .hours(hour),
          length: 3_600_000, .log)
      }
    }
    let night = ImportedEntry.sleep(
      .night, start: midnight - .hours(1),
      stages: [
        .init(stage: .light, minutes: 200), .init(stage: .awake, minutes: 17), .init(stage: .deep, minutes: 203),
      ])
    _ = try journal.keep(
      samples + [night], of: DeviceID("C3:48:9A:00:00:01"), name: "Ring", family: "colmi-ring", wearer: "Ada",
      from: "day.csv", at: midnight + .hours(25))
    try journal.change(profileOf: "Ada") { $0 = profile }
    return journal
  }

  @Test func `every metric has a place in a day`() {
    #expect(Set(Self.shown(on: .day).flatMap(\.charted)) == Set(Self.metrics).subtracting(Self.undrawn))
  }

  @Test(arguments: profiles, [60, 80, 120])
  func `every series and figure has the same text on the command line and on the page`(
    profile: Profile, columns: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let journal = try Self.journal(folder, profile)
    let wearer = WearerContext(name: "Ada", settings: profile, time: Self.time)
    let result = try await Program.run(
      ["day", "\(Self.date)", "--journal", journal.path],
      environment: ["COLUMNS": "\(columns)", "LANG": "C.UTF-8", "TZ": "Europe/Berlin"])
    // The command computes the day's values.
    let day = try wearer.reports(journal).day(Self.date)
    #expect(day.series.map(\.id) == Self.shown(on: .day))
    let drawn = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let page = try JSONSerialization.jsonObject(
      with: Wording.$current.withValue(wearer.wording) {
        try VisibleText.data(wearer.reports(journal).dayAnswer(Self.date))
      })
    let shown = try #require(page as? [String: Any])
    for (series, json) in zip(day.series, try #require(shown["series"] as? [[String: Any]])) {
      let name = series.name.text(in: wearer.wording)
      #expect(json["name"] as? String == name && json["id"] as? String == series.id.exportName)
      let range = MeasureWording.range(series.minimum, series.maximum, of: series.metric).text(in: wearer.wording)
      #expect((json["texts"] as? [String: Any])?["range"] as? String == range)
      guard series.id != .steps else { continue }
      let mean = MeasureWording.rounded(series.average, of: series.metric)
      for text in [
        series.name, MeasureWording.range(series.minimum, series.maximum, of: series.metric),
        MeasureWording.amount(mean, of: series.metric),
      ] {
        let words = text.text(in: wearer.wording).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(drawn.contains(words), "\(series.id): \(words)")
      }
    }
    let figures = try #require(shown["figures"] as? [[String: Any]])
    for (figure, json) in zip(day.figures, figures) {
      #expect(json["text"] as? String == figure.text?.text(in: wearer.wording))
      guard let text = figure.text?.text(in: wearer.wording), figure.id != .stress else { continue }
      #expect(drawn.contains(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")), "\(figure.id)")
    }
  }

  @Test @MainActor func `every series and figure is in the app`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Self.journal(folder, Profile())
    try await Simulation.run(waitingForMainActor: true) { @MainActor clock in
      let home = try SimulatedHome(
        clock, registry: .bundled, start: WallClock(date: Self.date, minuteOfDay: 1439), zone: .hoursEast(1),
        journal: journal)
      let environment = ModelEnvironment(
        journal: journal, radio: home.radio, registry: .bundled,
        driver: DriverEnvironment(clock: ContinuousClock(), time: home.time), wearer: "Ada")
      let (today, heart) = (TodayModel(environment), HeartModel(environment))
      let screens = [Task { await today.run() }, Task { await heart.run() }]
      while today.contents.isLoading || heart.contents.isLoading { await Task.yield() }
      for screen in screens { screen.cancel() }
      let day = try Reports(journal: journal, wearer: "Ada", time: home.time).day(Self.date)
      let contents = try #require(today.contents.value)
      let shown = contents.tiles + contents.figures
      for figure in day.figures where figure.value != nil {
        #expect(shown.first { $0.id == figure.id.rawValue }?.value == figure.text, "\(figure.id)")
      }
      #expect(heart.contents.value?.series.map(\.id) == Self.shown(on: .heart))
      let own: Set<Metric> = [.heartRate, .steps]
      #expect(contents.others.map(\.name) == day.series.filter { !own.contains($0.id) }.map(\.name))
    }
  }

  private static var time: WallTime {
    WallTime(
      zone: "Europe/Berlin", secondsFromGMT: { _ in 3600 },
      now: { Date(timeIntervalSince1970: Double(date.adding(days: 1).midnight.secondsSince1970)) })
  }
}
