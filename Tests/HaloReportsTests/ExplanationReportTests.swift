import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// Explanations of a simulated device's values, whose true values are known.
@Suite struct ExplanationReportTests {
  /// Runs `body` with a synced ring, or a synced watch, on a simulated person.
  private static func run(
    watch: Bool = false,
    _ body: @escaping @Sendable (SimulatedHome, HaloVirtualDevices.SimulatedPerson, Reports) async throws -> Void
  ) async throws {
    try await SimulatedHome.run(registry: .bundled, zone: .hoursEast(1)) { home in
      let (time, person) = (home.time, HaloVirtualDevices.SimulatedPerson(seed: 3))
      let device: any VirtualPeripheral =
        watch
        ? VirtualEverestW311(wearer: person) { time.wallClock }
        : VirtualColmiRing(.r12, wearer: person) { time.wallClock }
      _ = try await home.engine.sync(try await home.pair(device, name: "Device", wearer: "Ada"))
      try await body(home, person, try Reports(journal: home.journal, wearer: "Ada", time: home.time))
    }
  }

  private static func explain(_ subject: ExplainSubject, _ reports: Reports) throws -> ExplanationReport {
    try reports.explanation(of: subject, .bundled) {
      try DerivedMetricsUpdater(reports.journal).gap($0, of: "Ada", on: $1)
    }
  }

  private static func id(_ sample: StoredSample) -> ExplainSubject {
    .sample(sample.metric, LocalTime(sample.start), value: sample.value, sample.source)
  }

  @Test func `the marked byte of a heart rate contains the person's true heart rate`() async throws {
    try await Self.run { home, person, reports in
      let samples = try home.samples(of: .heartRate).filter { $0.source == .log }
      #expect(samples.count > 500)
      for sample in samples.enumerated().filter({ $0.offset % 211 == 0 }).map(\.element) {
        let report = try Self.explain(Self.id(sample), reports)
        let clock = sample.start.wallClock
        let truth = person.day(clock.date).heartRate[clock.time.minutes / 5]
        let frame = try #require(report.shownFrames.first)
        let mark = try #require(frame.marks.first)
        #expect(report.shownFrames.count == 1 && frame.marks.count == 1 && mark.from == mark.to)
        #expect(frame.pairs[mark.from] == Hexadecimal.string([truth]))
        #expect(mark.field == "samples")
        #expect(report.value == Double(truth))
        #expect(report.otherFrames.count == 23)
        #expect(frame.meaning?.english.hasPrefix("heart rate log, packet ") == true)
        #expect(report.line("message") != nil && report.line("decoder") != nil && report.line("device") != nil)
        #expect(report.accuracy.map(\.english) == ["The accuracy of the device's values is unknown."])
      }
    }
  }

  @Test(arguments: [false, true]) func `every metric of a device has marked bytes`(watch: Bool) async throws {
    try await Self.run(watch: watch) { home, _, reports in
      var metrics: Set<Metric> = []
      for (place, metric) in Metric.known.enumerated() {
        let samples = try home.samples(of: metric)
        // Samples at the beginning, in the middle and at the end of their messages.
        if let sample = samples.dropFirst(samples.isEmpty ? 0 : place * 7919 % samples.count).first {
          metrics.insert(metric)
          let report = try Self.explain(Self.id(sample), reports)
          #expect(report.value == sample.value && report.name == metric.title)
          #expect(report.shownFrames.contains { !$0.marks.isEmpty }, "\(metric) \(report.frames)")
        }
      }
      #expect(
        metrics.isSuperset(of: watch ? [.heartRate, .steps, .battery] : [.heartRate, .stress, .steps, .battery]))
    }
  }

  @Test(arguments: [false, true]) func `a night highlights its own bytes, not the whole message`(
    watch: Bool
  ) async throws {
    try await Self.run(watch: watch) { home, _, reports in
      let date = home.time.wallClock.date
      let report = try Self.explain(.night(date), reports)
      #expect(report.name.english == "Sleep" && report.value > 180)
      let own = Self.marked(report)
      #expect(own.count > 8 && own.count * 3 < report.frames.reduce(0) { $0 + $1.pairs.count }, "\(own.count)")
      guard !watch else { return }
      let before = try Self.explain(.night(date.adding(days: -1)), reports)
      #expect(before.frames.map(\.number) == report.frames.map(\.number))
      #expect(own.isDisjoint(with: Self.marked(before)))
    }
  }

  /// The marked bytes with their frames.
  private static func marked(_ report: ExplanationReport) -> Set<[Int]> {
    Set(report.frames.flatMap { frame in frame.marks.flatMap { ($0.from...$0.to).map { [frame.number, $0] } } })
  }

  @Test func `the total of a day highlights its bytes`() async throws {
    try await Self.run { home, _, reports in
      let report = try Self.explain(.movement(home.time.wallClock.date), reports)
      #expect(report.source.name == "device-total")
      let frame = try #require(report.shownFrames.first)
      #expect(frame.marks.first?.field?.contains("steps") == true, "\(frame)")
    }
  }

  @Test func `every input of a computed value can be explained`() async throws {
    try await Self.run { home, _, reports in
      let date = home.time.wallClock.date
      var followed = 0
      for metric in DerivedMetric.allCases {
        guard let report = try? Self.explain(.computed(metric, date), reports) else { continue }
        #expect(report.algorithm != nil && report.decoder == nil && !report.inputs.isEmpty)
        #expect(report.shownFrames.isEmpty && report.messages.isEmpty)
        for link in report.inputs.flatMap(\.links) {
          let subject = try #require(ExplainSubject(link.explain), "\(link)")
          let input = try Self.explain(subject, reports)
          #expect(input.value >= 0)
          followed += 1
          // The link leads to the named value, not to another one nearby.
          if case .sample(_, let time, _, _) = subject { #expect(input.when == time.moment) }
        }
      }
      #expect(followed > 8)
      let rate = try Self.explain(.computed(.restingHeartRate, date), reports)
      #expect(rate.inputs.map(\.links.count) == [1, 2])
      // Translations have all parts.
      #expect(rate.inputs.allSatisfy { $0.name.key != "%@" && !$0.name.arguments.isEmpty })
      #expect(rate.line("definition")?.text.key != "%@")
    }
  }

  @Test func `the nearest value within two hours is explained, with a note if its time differs`() async throws {
    try await Self.run { home, _, reports in
      let sample = try #require(try home.samples(of: .heartRate).first { $0.source == .log })
      func at(_ minutes: Int) -> ExplainSubject {
        .sample(
          .heartRate,
          LocalTime(
            Moment(milliseconds: sample.start.milliseconds + minutes * 60_000, secondsFromGMT: 3600)))
      }
      #expect(try Self.explain(at(0), reports).line("when")?.text.english.contains("nearest") == false)
      let early = try Self.explain(at(-60), reports)
      #expect(early.when == sample.start)
      #expect(early.line("when")?.text.english.contains("the value nearest to") == true)
      #expect(throws: ExplanationError.self) { try Self.explain(at(-121), reports) }
    }
  }

  @Test func `an unknown value has a reason`() async throws {
    try await Self.run { home, _, reports in
      let never = CalendarDate(daysSince1970: 10_000)
      for subject: ExplainSubject in [
        .movement(never), .night(never), .workout(9), .computed(.restingHeartRate, never),
        .sleep(LocalTime(WallClock(date: never, minuteOfDay: 0))),
        .sample(.power, LocalTime(home.time.wallClock)),
      ] {
        #expect(throws: ExplanationError.self, "\(subject)") { try Self.explain(subject, reports) }
      }
    }
  }

  @Test func `its JSON is unchanged after decoding and encoding`() async throws {
    try await Self.run { home, _, reports in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      for subject: ExplainSubject in [
        .night(home.time.wallClock.date), .computed(.restingHeartRate, home.time.wallClock.date),
      ] {
        let written = try encoder.encode(Self.explain(subject, reports))
        let again = try encoder.encode(JSONDecoder().decode(ExplanationReport.self, from: written))
        #expect(written == again)
      }
    }
  }
}
