import HaloTesting
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInsights
import HaloReports
import Testing

@testable import HaloJournal

@Suite("Daily metrics, updated day by day and rebuilt at once")
struct RebuiltInsightsTests {
  private let first = CalendarDate(daysSince1970: 20_600)

  private func time(_ day: Int, _ hour: Double) -> Moment {
    Moment(
      WallClock(date: first.adding(days: day), minuteOfDay: 0).adding(minutes: Int(hour * 60)), secondsFromGMT: 7200)
  }

  private func all(_ journal: Journal) throws -> [DerivedValue] { try journal.derived(of: "me", in: .allTime) }

  /// The data of a day: nights, hourly heart rates and steps.
  private func entries(_ day: Int, sleeps: [(from: Double, to: Double)]) -> [ImportedEntry] {
    (7..<22).map { .sample(.heartRate, 70, start: time(day, Double($0)), length: 0, .log) }
      + [.sample(.steps, 4000, start: time(day, 12), length: 3_600_000, .log)]
      + sleeps.map {
        .sleep(.night, start: time(day, $0.from), stages: [.init(stage: .light, minutes: Int(($0.to - $0.from) * 60))])
      }
  }

  /// Days are read in batches of 120; the results at the boundaries must not depend on that.
  @Test(arguments: [0, 1])
  func `are the same with unused days and with a sleep across midnight at a boundary`(kind: Int) async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let device = try journal.pair(
      DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: time(0, 9))
    for week in stride(from: 100, through: 128, by: 7) {
      for day in week - 6...week {
        if kind == 0, (111...119).contains(day) { continue }
        var sleeps = [(-1.0, 6.5)]
        if kind == 1, day == 119 { sleeps.append((20.5, 23.75)) }
        if kind == 1, day == 120 { sleeps = [(0.5, 6.5)] }
        _ = try journal.keep(
          entries(day, sleeps: sleeps), of: DeviceID("A"), name: "ring", family: "colmi-ring", wearer: "me",
          from: "test",
          at: time(week, 9))
      }
      let session = try journal.begin("sync", with: device, at: time(week, 9), zone: "Europe/Berlin")
      try await session.end(at: time(week, 9.1))
      try DerivedMetricsUpdater(journal).update("me", since: first.adding(days: week - 6))
    }
    // The first day determines the beginnings of the batches.
    _ = try journal.keep(
      entries(0, sleeps: [(-1, 6.5)]), of: DeviceID("A"), name: "ring", family: "colmi-ring", wearer: "me",
      from: "test",
      at: time(128, 9))
    try DerivedMetricsUpdater(journal).updateAll("me")
    let kept = try all(journal)
    let seam = try journal.insights(of: "me", from: first.adding(days: 117), to: first.adding(days: 120))
    if kind == 0 {
      #expect(seam.prefix(3).map(\.nightAccount) == [.notWorn, .notWorn, .notWorn])
    } else {
      #expect(seam[2].values[.timeNapping] == nil && seam[2].values[.timeAsleep]?.value == 450)
      #expect(seam[3].values[.timeAsleep]?.value == 555, "one sleep with half an hour awake in it")
    }
    let part = try DerivedMetricsUpdater(journal).rebuild()
    #expect(part.before == part.same && part.after == part.same)
    #expect(try all(journal) == kept)
  }

  @Test func `own stages are from one device's recording of the sleep, also if it continues past midnight`()
    async throws
  {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let still: [Float] = (0..<60).flatMap { _ -> [Float] in [0, 0, 1] }
    let lively: [Float] = (0..<60).flatMap { place -> [Float] in
      [Float(place * 37 % 11) / 10, Float(place * 53 % 7) / 10, 1]
    }
    func record(_ name: String, isMoving: (Int) -> Bool) async throws {
      let device = try journal.pair(DeviceID(name), family: "colmi-ring", name: name, wearer: "me", at: time(0, 9))
      let session = try journal.begin("raw", with: device, at: time(1, 12), zone: "Europe/Berlin")
      let chunks = (0..<13 * 60).map { minute in
        RawChunk(
          .accelerometer, start: Moment(milliseconds: time(1, 12).milliseconds + minute * 60_000, secondsFromGMT: 7200),
          offsets: (0..<60).map { UInt16($0 * 1000) },
          values: isMoving(minute) ? lively : still)
      }
      try journal.write { db in try Journal.write(chunks, ofSession: session.id, db) }
      try await session.end(at: time(2, 1))
    }
    // A night-shift worker sleeps from 13:00 to 20:00 and wears the ring until 01:00.
    try await record("ring") { $0 < 60 || $0 >= 480 || $0.isMultiple(of: 30) }
    // A heart rate each minute, without which there would be no stages.
    let rates = (12 * 60 + 1..<21 * 60).filter { $0 % 60 != 0 }.map { minute -> ImportedEntry in
      let start = Moment(milliseconds: time(1, 0).milliseconds + minute * 60_000, secondsFromGMT: 7200)
      return .sample(.heartRate, Double(58 + minute * 7 % 5), start: start, length: 0, .log)
    }
    _ = try journal.keep(
      entries(1, sleeps: [(13, 20)]) + rates, of: DeviceID("ring"), name: "ring", family: "colmi-ring", wearer: "me",
      from: "test", at: time(2, 9))
    func asleep() throws -> DerivedValue? {
      _ = try DerivedMetricsUpdater(journal).rebuild()
      return try journal.derived(.ownTimeAsleep, of: "me", in: .allTime).first
    }
    let alone = try #require(try asleep())
    #expect((300...420).contains(alone.value))
    let ring = try #require(try journal.allDevices().first { $0.name == "ring" })
    #expect(alone.inputs.contains { if case .recording(ring.id, _, _) = $0.source { true } else { false } })
    // Another accelerometer hangs on a bag and moves all the time.
    try await record("bag") { _ in true }
    #expect(try asleep() == alone)
    // The readings that it would be recomputed from are pruned.
    #expect(try journal.pruneRaw(before: time(3, 0)) > 0)
    #expect(try asleep() == alone)
    try DerivedMetricsUpdater(journal).update("me", since: first)
    #expect(try asleep() == alone)
  }

  @Test func `own stages are deleted if the readings exist and no longer give any stages`() async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("ring"), family: "colmi-ring", name: "ring", wearer: "me", at: time(0, 9))
    _ = try journal.keep(
      entries(1, sleeps: [(13, 20)]), of: DeviceID("ring"), name: "ring", family: "colmi-ring", wearer: "me",
      from: "test", at: time(2, 9))
    let stored = DerivedValue(
      .ownTimeAsleep, 400, start: time(1, 0), length: 86_400_000, algorithm: "old", version: 1, inputs: [])
    try journal.keep([stored], of: "me")
    _ = try DerivedMetricsUpdater(journal).rebuild()
    #expect(try journal.derived(.ownTimeAsleep, of: "me", in: .allTime).isEmpty)
  }
}
