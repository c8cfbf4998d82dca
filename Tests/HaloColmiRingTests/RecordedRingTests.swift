import HaloText
import HaloTesting
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

/// Tests the driver against the answers of a real R12 (see NOTICE): the two captured sessions in `Examples/`. Answers
/// that the captures lack, such as the one to setting the clock, are made up and marked.
@Suite("A recorded ring")
struct RecordedRingTests {
  /// Reads the frames of an example file that begin with `prefix`.
  private func frames(_ file: String, _ prefix: String) throws -> [[UInt8]] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/\(file)")
      .standardized
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
      let digits = line.replacing("v2:", with: "").filter { !$0.isWhitespace }
      guard digits.hasPrefix(prefix), !digits.hasPrefix("#") else { return nil }
      return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
        let start = digits.index(digits.startIndex, offsetBy: offset)
        return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
      }
    }
  }

  private let constructed: [RecordedColmiRing.Exchange] = [
    // Made up: an R12's capabilities.
    .init(
      request: [0x01],
      answer: [[0x2F, 244], [0x01, 0, 0, 0, 0x02, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0x30]].map {
        ColmiRing.Packet($0[0], [UInt8]($0.dropFirst())).bytes
      }),
    // Captured in another session: the battery, with which the driver also tests whether the ring answers.
    .init(request: [0x03], answer: [[0x03, 0x40] + [UInt8](repeating: 0, count: 13) + [0x43]]),
    // Captured in other sessions: the bond requirement, and "no data" for the days that were not captured.
    .init(request: [0x3C], answer: [[0x3C, 0, 0x8C, 0x27, 0, 0x28, 0x80] + [UInt8](repeating: 0, count: 8) + [0x97]]),
    .init(request: [0x37], answer: [[0x37, 0xFF] + [UInt8](repeating: 0, count: 13) + [0x36]]),
    .init(request: [0x39], answer: [[0x39, 0xFF] + [UInt8](repeating: 0, count: 13) + [0x38]]),
    .init(request: [0x15], answer: [[0x15, 0xFF] + [UInt8](repeating: 0, count: 13) + [0x14]]),
    .init(request: [0x43], answer: [[0x43, 0xFF] + [UInt8](repeating: 0, count: 13) + [0x42]]),
    .init(request: [0xBC, 0x27], answer: [[0xBC, 0x27, 1, 0, 0xBF, 0x40, 0]]),
  ]

  private func sync(
    _ exchanges: [RecordedColmiRing.Exchange], at start: String
  ) async throws -> (report: SyncReport, readings: Readings) {
    let date = try #require(CalendarDate(start.prefix(10)))
    let parts = start.dropFirst(11).split(separator: ":").compactMap { Int($0) }
    let begin = WallClock(date: date, secondOfDay: parts[0] * 3600 + parts[1] * 60)
    let ring = RecordedColmiRing(
      name: "COLMI R12_33F0", hardware: "RT11CR_V1.0", firmware: "RT11CR_1.00.08_250514",
      exchanges: exchanges + constructed)
    return try await Simulation.run { clock in
      try await SimulatedEnvironment(clock, start: begin, zone: .hoursEast(8)).sync(ring)
    }
  }

  @Test func `of a morning has its captured steps, night and SpO₂`() async throws {
    let file = "colmi-r12-day.txt"
    let (report, readings) = try await sync(
      [
        .init(request: [0x43, 0], answer: try frames(file, "43")),
        .init(request: [0x48], answer: try frames(file, "48")),
        .init(request: [0xBC, 0x27], answer: try frames(file, "bc27")),
        .init(request: [0xBC, 0x2A], answer: try frames(file, "bc2a")),
      ], at: "2025-12-15 10:16")
    let steps = readings.samples.filter { $0.metric == .steps }
    #expect(steps.map { "\($0.start.time) \(Int($0.value))" } == ["06:00 37", "07:00 115", "08:00 146", "09:00 836"])
    #expect(readings.totals.map(\.steps) == [1134])
    #expect(readings.totals.map(\.kilocalories) == [40.993])
    let night = try #require(readings.nights.first)
    #expect(night.start.description == "2025-12-15T01:28:00" && night.end.description == "2025-12-15T06:45:00")
    #expect(SleepStage.allCases.map { night.minutes(in: $0) } == [12, 25, 169, 111])
    let oxygen = readings.samples.filter { $0.metric == .oxygenSaturationMinimum }
    #expect(
      oxygen.filter { $0.start.date == report.today }.map { Int($0.value) } == [98, 99, 98, 96, 99, 96, 97, 99, 99])
    #expect(oxygen.count == 29)
    #expect(report.identity.wantsBond == true)
    // The captures of that session have no manual heart rates: the ring does not answer, and the log is reported as
    // unsupported.
    #expect(report.unsupported == ["manual-heart-rate"])
  }

  @Test func `that answers for only one day has missed days, and does not support logs that it never answers`()
    async throws
  {
    let answers = try [RecordedColmiRing.Exchange(request: [0x43, 0], answer: frames("colmi-r12-day.txt", "43"))]
    let ring = RecordedColmiRing(
      name: "COLMI R12_33F0", hardware: "RT11CR_V1.0", firmware: "",
      exchanges: answers + [constructed[0], constructed[1]])
    let begin = WallClock(date: try #require(CalendarDate("2025-12-15")), minuteOfDay: 616)
    let (report, readings) = try await Simulation.run { clock in
      try await SimulatedEnvironment(clock, start: begin, zone: .hoursEast(8)).sync(ring)
    }
    #expect(readings.samples.filter { $0.metric == .steps }.count == 4)
    #expect(report.missed == ["activity"])
    #expect(report.unsupported.contains(.heartRate) && !report.unsupported.contains(.activity))
    #expect(report.identity.firmware == nil)
  }

  @Test func `that does not answer is reported as silent, with advice`() async throws {
    let ring = RecordedColmiRing(name: "R09_9D07", hardware: "", firmware: "", exchanges: [])
    let begin = WallClock(secondsSince1970: 1_764_000_000)
    let error = await #expect(throws: WearableError.self) {
      _ = try await Simulation.run { clock in
        try await SimulatedEnvironment(clock, start: begin, zone: .hoursEast(8)).sync(ring)
      }
    }
    #expect(error == .silent(device: "R09_9D07", .ring))
    #expect(error?.description.contains("Put it on its charger") == true)
  }

  @Test func `of an evening has its captured heart rates, stress, HRV and nap`() async throws {
    let file = "colmi-r12-evening.txt"
    let today = Int(try #require(CalendarDate("2025-12-11")).daysSince1970 * 86_400)
    let stamp = (0..<4).map { UInt8(truncatingIfNeeded: today >> ($0 * 8)) }
    let (_, readings) = try await sync(
      [
        .init(request: [0x15] + stamp, answer: try frames(file, "15")),
        .init(request: [0x37, 0], answer: try frames(file, "37")),
        .init(request: [0x39, 0], answer: try frames(file, "39")),
        .init(
          request: [0xBC, 0x27], answer: try frames(file, "bc3e") + [[0xBC, 0x27, 1, 0, 0xBF, 0x40, 0]]),
        .init(request: [0xBC, 0x28], answer: try frames(file, "bc28")),
      ], at: "2025-12-11 22:54")
    func values(_ metric: Metric, _ source: SampleSource = .log) -> [String] {
      readings.samples.filter { $0.metric == metric && $0.source == source }
        .map { "\($0.start.date) \($0.start.time) \(Int($0.value))" }
    }
    #expect(values(.heartRate).count == 12)
    #expect(values(.heartRate).first == "2025-12-11 21:55 114")
    #expect(values(.heartRate, .manual) == ["2025-12-11 19:34 89"])
    #expect(values(.stress) == ["2025-12-11 22:00 39", "2025-12-11 22:30 31"])
    #expect(values(.heartRateVariability).count == 11)
    let nap = try #require(readings.nights.first)
    #expect(nap.kind == .nap && nap.start.description == "2025-12-09T12:54:00" && nap.minutes == 111)
  }
}
