import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInterchange
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloEngine
@testable import HaloJournal

@Suite("Undoing imports")
struct ImportUndoTests {
  private static let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"

  /// Lines of 30 days: a heart rate each hour, steps each hour, and a night.
  private static func lines(
    days: Range<Int>, device: String = "watch", wearer: String = "me",
    rate: (Int, Int) -> Int = { 55 + ($0 * 7 + $1) % 30 }
  ) -> String {
    var text = header
    for day in days {
      let date = CalendarDate(daysSince1970: 20_000 + day)
      for hour in 0..<24 {
        let start = "\(date)T\(hour < 10 ? "0" : "")\(hour)"
        text += "\(start):00:00+01:00,,heart-rate,\(rate(day, hour)),bpm,log,\(device),\(device),\(wearer),0,\n"
        text +=
          "\(start):00:00+01:00,\(start):30:00+01:00,steps,\(hour * 10 + day),count,log,\(device),\(device),\(wearer),0,\n"
      }
      let night = "\(date)T00:00:00+01:00"
      text += "\(night),\(date)T03:00:00+01:00,sleep-stage,light,,log,\(device),\(device),\(wearer),0,night \(night)\n"
      text +=
        "\(date)T03:00:00+01:00,\(date)T06:30:00+01:00,sleep-stage,deep,,log,\(device),\(device),\(wearer),0,night \(night)\n"
    }
    return text
  }

  /// Everything that people see: all samples, nights, workouts and derived values, without row numbers.
  private func contents(_ journal: Journal) throws -> [String] {
    try journal.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT device.identifier || ' ' || metric || ' ' || start || ' ' || length || ' ' || value || ' ' || doubtful
            || ' ' || (statement IS NULL) FROM sample JOIN device ON device.id = device
          UNION ALL SELECT device.identifier || kind || start || stages || (statement IS NULL) FROM night JOIN device ON device.id = device
          UNION ALL SELECT kind || start || length FROM workout
          UNION ALL SELECT wearer.name || metric || start || length || value || ifnull(confidence, '') || algorithm FROM derived
            JOIN wearer ON wearer.id = derived.wearer
          UNION ALL SELECT 'device ' || identifier FROM device UNION ALL SELECT 'wearer ' || name FROM wearer
          ORDER BY 1
          """)
    }
  }

  /// An export of Apple Health with a night, an early short sleep, which is a nap in some zones, steps and a workout.
  private static let health: String = {
    func entry(_ tag: String, _ start: String, _ end: String) -> String {
      "<\(tag) sourceName=\"Watch\" startDate=\"2024-06-0\(start):00 +0200\" endDate=\"2024-06-0\(end):00 +0200\"/>\n"
    }
    let sleep = #"Record type="HKCategoryTypeIdentifierSleepAnalysis" value="HKCategoryValueSleepAnalysisAsleepCore""#
    return "<HealthData>\n" + entry(sleep, "1 23:00", "2 06:00") + entry(sleep, "2 08:20", "2 09:50")
      + entry(#"Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="321""#, "2 10:00", "2 10:30")
      + entry(
        #"Workout workoutActivityType="HKWorkoutActivityTypeRowing" duration="25" durationUnit="min""#, "2 18:00",
        "2 18:30")
      + "</HealthData>"
  }()

  @Test func `a file in another zone has the same entries, and is the same import`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    func read(_ zone: String?) throws -> FileImport {
      let reader = AppleHealthReader(MemoryBytes(Self.health), zone: zone.flatMap(ImportZone.init(named:)))
      return try FileImport(reading: reader, name: "export.xml", beside: journal.path, wearer: "me", now: Self.now)
    }
    func new(_ summary: ImportSummary) -> Int { summary.sources.reduce(0) { $0 + $1.new } }
    let first = try read(nil).keep(in: journal)
    #expect(new(first) == 4)
    let before = try contents(journal)
    for zone in ["Europe/London", "Asia/Tokyo", "America/Anchorage"] {
      let other = try read(zone)
      #expect(try new(other.draft.preview(for: journal.path)) == 0, "\(zone)")
      let kept = try other.keep(in: journal)
      #expect(new(kept) == 0 && kept.run == first.run, "\(zone)")
      #expect(try contents(journal) == before)
    }
    // Undone, it is imported with the other zone's times.
    let run = try #require(try journal.importRuns().first)
    #expect(try journal.importRuns().count == 1)
    _ = try FileImport.undo(run, in: journal, .bundled)
    #expect(try new(read("Europe/London").keep(in: journal)) == 4)
    #expect(
      try journal.nights(from: CalendarDate(daysSince1970: 19_876), to: CalendarDate(daysSince1970: 19_876)).isEmpty
        == false)
  }

  private static let now = Moment(milliseconds: (20_000 + 40) * 86_400_000, secondsFromGMT: 0)

  @discardableResult
  private func importing(_ text: String, _ name: String, _ journal: Journal) throws -> ImportSummary {
    try journal.keep(export: text, name: name, at: Self.now)
  }

  private func undo(_ file: String, _ journal: Journal) throws {
    let run = try #require(try journal.importRuns().first { $0.file == file })
    _ = try FileImport.undo(run, in: journal, .bundled)
  }

  @Test func `undoing the only import leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let summary = try importing(Self.lines(days: 0..<30), "a", journal)
    #expect(summary.run != nil)
    #expect(try contents(journal).count > 1500)
    try undo("a", journal)
    #expect(try contents(journal) == [])
    #expect(try journal.importRuns() == [])
  }

  @Test func `importing the same entries again changes nothing, from whichever file`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    try importing(Self.lines(days: 0..<5), "a", journal)
    let before = try contents(journal)
    let again = try importing(Self.lines(days: 0..<5), "copy of a", journal)
    #expect(again.sources.map(\.new) == [0])
    #expect(try contents(journal) == before)
    #expect(try journal.importRuns().map(\.file) == ["a"])
  }

  @Test(arguments: [("a", "b"), ("b", "a")])
  func `undoing one of two overlapping imports gives the journal of the other`(undone: String, kept: String) throws {
    let folder = try TemporaryFolder()
    // They agree on most of days 5 to 9, and contradict each other on one hour a day.
    let files = [
      "a": Self.lines(days: 0..<10),
      "b": Self.lines(days: 5..<15) { day, hour in hour == 7 ? 99 : 55 + (day * 7 + hour) % 30 },
    ]
    let journal = try Journal(path: folder.path("journal.sqlite"))
    try importing(try #require(files["a"]), "a", journal)
    try importing(try #require(files["b"]), "b", journal)
    try undo(undone, journal)
    let never = try Journal(path: folder.path("never.sqlite"))
    try importing(try #require(files[kept]), kept, never)
    #expect(try contents(journal) == contents(never))
    try undo(kept, journal)
    #expect(try contents(journal) == [])
  }

  @Test func `three imports undone in any order leave what the others have`() throws {
    let folder = try TemporaryFolder()
    let files = [
      "a": Self.lines(days: 0..<6), "b": Self.lines(days: 2..<8) { $1 == 3 ? 90 : 55 + ($0 * 7 + $1) % 30 },
      "c": Self.lines(days: 4..<10) { $1 == 3 ? 91 : 55 + ($0 * 7 + $1) % 30 },
    ]
    for undone in [["a"], ["b"], ["c"], ["a", "b"], ["c", "a"], ["b", "c"]] {
      let name = undone.joined()
      let journal = try Journal(path: folder.path("\(name).sqlite"))
      let never = try Journal(path: folder.path("\(name)-never.sqlite"))
      for file in ["a", "b", "c"] {
        try importing(try #require(files[file]), file, journal)
        if !undone.contains(file) { try importing(try #require(files[file]), file, never) }
      }
      for file in undone { try undo(file, journal) }
      #expect(try contents(journal) == contents(never), "\(undone)")
    }
  }

  @Test func `undoing an import of a synced ring gives the journal of the ring alone`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      func imported(at time: Moment) throws -> String {
        let start = Moment(milliseconds: time.milliseconds / 300_000 * 300_000, secondsFromGMT: time.secondsFromGMT)
        var text = Self.header
        for step in 1..<500 {
          let moment = start - .minutes(step * 5)
          text += "\(moment),,heart-rate,\(60 + step % 7),bpm,log,ring,\(home.device.identifier),me,0,\n"
          text += "\(moment),\(moment + .minutes(15)),steps,9999,count,log,ring,\(home.device.identifier),me,0,\n"
        }
        return text
      }
      _ = try await home.engine.sync(home.device)
      let before = try contents(home.journal)
      let lines = try imported(at: home.engine.moment)
      // Before the first sync of another journal, so that the device's own data replaces the file's.
      _ = try home.journal.keep(export: lines, name: "a", at: home.engine.moment)
      #expect(try contents(home.journal) != before)
      try undo("a", home.journal)
      #expect(try contents(home.journal) == before)
    }
  }

  @Test func `a file replaces what a ring reported at doubtful times, whichever came first, until it is undone`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      // An app had left its clock in UTC, which Halo finds out.
      let home = try SimulatedHome(
        clock, registry: .bundled, start: WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 900),
        zone: .hoursEast(1), journal: Journal(path: folder.path("journal.sqlite")))
      let time = home.time
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 3), secondsAhead: -3600) { time.wallClock }
      ring.setBattery(percent: 90)
      let device = try await home.pair(ring, name: "ring", wearer: "me")
      _ = try await home.engine.sync(device)
      let journal = home.journal
      let doubtful = try journal.read { db in
        try Int.fetchAll(
          db, sql: "SELECT start FROM sample WHERE metric = ? AND doubtful = 1 AND source = ? ORDER BY start",
          arguments: [Metric.heartRate.code, SampleSource.log.code])
      }
      #expect(doubtful.count > 10)
      var text = Self.header
      for start in doubtful {
        text +=
          "\(Moment(milliseconds: start, secondsFromGMT: 0)),,heart-rate,151,bpm,log,ring,\(device.identifier),me,0,\n"
      }
      let before = try contents(journal)
      func replaced() throws -> Int? {
        try journal.read { db in
          try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM sample WHERE metric = ? AND value = 151 AND doubtful = 0 AND statement IS NULL",
            arguments: [Metric.heartRate.code])
        }
      }
      let read = try FileImport(
        reading: ExportReader(MemoryBytes(text), name: "a"), name: "a", beside: journal.path, wearer: "me",
        now: home.engine.moment)
      #expect(try read.draft.preview(for: journal.path).sources.map(\.new) == [doubtful.count])
      _ = try journal.keep(export: text, name: "a", at: home.engine.moment)
      #expect(try replaced() == doubtful.count)
      let after = try contents(journal)
      // The other order: the frames are decoded into a journal that has the file.
      _ = try SessionDecoder(journal, .bundled).rebuild()
      #expect(try contents(journal) == after)
      try undo("a", journal)
      #expect(try contents(journal) == before)
    }
  }

  @Test func `a preview counts new entries as the import does, and imports nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite")
    let journal = try Journal(path: path)
    try importing(Self.lines(days: 0..<10), "a", journal)
    let before = try contents(journal)
    let text = Self.lines(days: 5..<20) + Self.lines(days: 0..<1, device: "phone").dropFirst(Self.header.count)
    let read = try FileImport(
      reading: ExportReader(MemoryBytes(text), name: "b"), name: "b", beside: path, wearer: "me", now: Self.now)
    let preview = try read.draft.preview(for: path)
    #expect(try contents(journal) == before)
    var result = try read.keep(in: journal)
    #expect(result.run != nil)
    result.run = nil
    #expect(preview == result)
    #expect(preview.sources.map(\.new) == [10 * 49, 49])
  }

  @Test func `a canceled reading leaves no file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("journal.sqlite")
    _ = try Journal(path: path)
    #expect(throws: CancellationError.self) {
      _ = try FileImport(
        reading: ExportReader(MemoryBytes(Self.lines(days: 0..<400)), name: "a"), name: "a", beside: path, wearer: "me",
        now: Self.now
      ) { fraction in if fraction > 0.5 { throw CancellationError() } }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter { $0.contains("import") } == [])
  }

  @Test func `an app of the same name of another person is another source`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    for wearer in ["Ada", "Ben"] {
      let draft = try ImportDraft(beside: journal.path, wearer: wearer, now: Self.now)
      let source = try #require(
        try draft.add(ImportSource(identifier: "Health", name: "Health", part: .lines(of: nil))))
      try draft.take(
        .sample(.heartRate, 60, start: Self.now - .days(1), length: 0, .log), of: source, place: 1)
      #expect(
        try journal.keep(draft, from: "export.xml", format: "apple-health", at: Self.now).sources.map(\.new) == [1])
    }
    #expect(try journal.allDevices().map(\.wearer) == ["Ada", "Ben"])
  }
}
