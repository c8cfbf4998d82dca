import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloInterchange
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables

@testable import HaloJournal

/// Some days of a wearer with two rings, in a journal that saw everything and in two that saw a part each.
///
/// Both rings are synced at random times. The wearer travels, clocks of the rings are lost, files are imported, workouts
/// and settings are noted. A part has a random half of the sessions, or of the first frames of a session, and of
/// everything else; some of it is in both.
struct SplitWeek {
  /// A file, with the times of its import into the first and the second journal; `nil` if it was not imported there.
  private struct File {
    let name: String
    let text: String
    let times: [Int?]
  }

  let complete: Journal
  let parts: [Journal]
  /// The time after all of it.
  let now: Moment

  init(seed: UInt64, in folder: TemporaryFolder) async throws {
    var random = SeededGenerator(seed: seed)
    let journal = try Journal(path: folder.path("complete.sqlite"))
    let end = try await Self.live(in: journal, &random)
    let now = end + .hours(1)
    let files = (0..<3).map { Self.file($0, before: end, &random) }
    // Each session, setting and workout is in one of the parts or in both.
    func owners() -> Set<Int> { [[0], [1], [0, 1]].randomElement(using: &random) ?? [0] }
    let sessions = try journal.read { try Int.fetchAll($0, sql: "SELECT id FROM session ORDER BY id") }
    let sessionOwners = sessions.map { ($0, owners()) }
    let workouts = try journal.read { try Int.fetchAll($0, sql: "SELECT id FROM workout ORDER BY id") }
    let workoutOwners = workouts.map { ($0, owners()) }
    let settings = try journal.read { try Int.fetchAll($0, sql: "SELECT id FROM setting ORDER BY id") }
    let settingOwners = settings.map { ($0, owners()) }
    let cut = sessionOwners.filter { $0.1.count == 2 }.randomElement(using: &random)?.0
    let cutIn = Int.random(in: 0...1, using: &random)
    var parts: [Journal] = []
    for part in 0...1 {
      let path = folder.path("part-\(part).sqlite")
      try journal.backUp(to: path)
      let own = try Journal(path: path)
      try own.write { db in
        func delete(_ table: String, _ owners: [(Int, Set<Int>)]) throws {
          for (id, owners) in owners where !owners.contains(part) {
            try db.run("DELETE FROM \(table) WHERE id = ?", [id])
          }
        }
        try delete("session", sessionOwners)
        try delete("workout", workoutOwners)
        try delete("setting", settingOwners)
        if part == cutIn, let cut {
          // The program of this part was terminated in the middle of the session.
          try db.run("UPDATE session SET ended = NULL, decoder = NULL WHERE id = ?", [cut])
          try db.run(
            """
            DELETE FROM frame WHERE session = ?1 AND id > (
              SELECT avg(id) FROM frame WHERE session = ?1)
            """, [cut])
        }
      }
      // A device with data is in a journal, and a device without is not.
      try own.write { db in
        try db.run(
          """
          DELETE FROM device WHERE NOT EXISTS (SELECT 1 FROM session WHERE device = device.id)
            AND NOT EXISTS (SELECT 1 FROM setting WHERE device = device.id)
            AND NOT EXISTS (SELECT 1 FROM workout WHERE machine = device.id)
          """, [])
      }
      parts.append(own)
    }
    for (part, own) in parts.enumerated() {
      let isFirst = Bool.random(using: &random)
      if isFirst { _ = try SessionDecoder(own, .bundled).rebuild() }
      try Self.importFiles(files.map { ($0, $0.times[part]) }, into: own)
      if !isFirst { _ = try SessionDecoder(own, .bundled).rebuild() }
      try DerivedMetricsUpdater(own).updateAll("me")
    }
    try Self.importFiles(files.map { ($0, $0.times.compactMap(\.self).min()) }, into: journal)
    try DerivedMetricsUpdater(journal).updateAll("me")
    (complete, self.parts, self.now) = (journal, parts, now)
  }

  /// Merges a copy of one part into a copy of the other.
  func merged(_ part: Int, into other: Int, _ folder: TemporaryFolder) throws -> Journal {
    let path = folder.path("merged-\(part)-\(other).sqlite")
    try parts[other].backUp(to: path)
    let journal = try Journal(path: path)
    _ = try JournalMerge(parts[part].path, name: "other", into: path, .bundled, now: now).run(into: journal)
    return journal
  }

  // MARK: What happened

  /// Lets the wearer live, and returns the time after it.
  private static func live(in journal: Journal, _ random: inout SeededGenerator) async throws -> Moment {
    var actions = random
    _ = random.next()
    let hours = Int.random(in: -8...8, using: &actions)
    let begin = SimulatedHome.morning.secondsSince1970 - hours * 3600
    let travels = (0..<2).map { _ in
      SimulatedZone.Change(
        at: begin + Int.random(in: 0...4 * 86_400, using: &actions),
        secondsFromGMT: (hours + Int.random(in: -6...6, using: &actions)) * 3600)
    }
    let zone = SimulatedZone(
      "Europe/Berlin", secondsFromGMT: hours * 3600, changes: travels.sorted { $0.moment < $1.moment })
    let seed = actions.next()
    return try await SimulatedHome.run(
      registry: .bundled, zone: zone, seed: seed, journal: journal
    ) { [actions] home in
      var random = actions
      let time = home.time
      var rings: [(ring: VirtualColmiRing, device: Device)] = []
      for (name, model) in [("ring", VirtualRingModel.r12), ("other", .r10)] {
        let ring = VirtualColmiRing(model, wearer: SimulatedPerson(seed: seed)) { time.wallClock }
        rings.append((ring, try await home.pair(ring, name: name, wearer: "me")))
      }
      for number in 0..<8 {
        let (ring, device) = rings[Int.random(in: 0...1, using: &random)]
        if Int.random(in: 0..<6, using: &random) == 0 {
          ring.setClock(secondsAhead: 3600 * Int.random(in: -5...5, using: &random))
        }
        _ = try await home.engine.sync(device, days: 2)
        let now = home.time.moment
        if Int.random(in: 0..<3, using: &random) == 0 {
          let workout = Workout(
            .running, start: now + .minutes(-40), length: 30 * Milliseconds.minute, meters: 5000, source: .live)
          _ = try await home.journal.perform { try $0.keep(workout, of: "me", machine: device) }
        }
        try await home.journal.perform { try $0.note([("interval", "\(number)")], of: device, at: now) }
        try await home.clock.sleep(for: .seconds(Int.random(in: 600...50_000, using: &random)))
      }
      return home.time.moment
    }
  }

  /// A file with heart rates of a watch and of the first ring, and nights: some contradict those of other files.
  private static func file(_ number: Int, before end: Moment, _ random: inout SeededGenerator) -> File {
    var text = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
    let day = CalendarDate(daysSince1970: SimulatedHome.morning.date.daysSince1970 - 1)
    for hour in 0..<24 where Bool.random(using: &random) {
      let start = "\(day)T\(hour < 10 ? "0" : "")\(hour):00:00+00:00"
      let rate = 60 + hour + (Int.random(in: 0..<4, using: &random) == 0 ? number : 0)
      text += "\(start),,heart-rate,\(rate),bpm,log,watch,watch,me,0,\n"
    }
    let night = "\(day)T0\(number % 2):00:00+00:00"
    text += "\(night),\(day)T04:00:00+00:00,sleep-stage,light,,log,watch,watch,me,0,night \(night)\n"
    let times: [[Int?]] = [[0, nil], [nil, 1], [0, 1], [1, 0]]
    let offset = Int.random(in: -100_000...(-1000), using: &random)
    let chosen = times.randomElement(using: &random) ?? [0, 1]
    return File(
      name: "file-\(number).csv", text: text,
      times: chosen.map { $0.map { end.milliseconds + offset * 10 + number + $0 * 500 } })
  }

  private static func importFiles(_ files: [(file: File, time: Int?)], into journal: Journal) throws {
    let present = files.compactMap { file, time in time.map { (file, $0) } }.sorted { $0.1 < $1.1 }
    for (file, time) in present {
      // The bounds of entries are those of the time of the import.
      let draft = try ImportDraft(beside: journal.path, wearer: "me", bounds: nil)
      try ExportReader(MemoryBytes(file.text), name: file.name).read(into: draft)
      _ = try journal.keep(
        draft, from: file.name, format: "halo", at: Moment(milliseconds: time, secondsFromGMT: 0))
    }
  }
}
