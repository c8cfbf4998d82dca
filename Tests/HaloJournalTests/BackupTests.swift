import HaloText
import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import Testing

@testable import HaloJournal

@Suite("Backups")
struct BackupTests {
  private let folder: TemporaryFolder
  private let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.pair(DeviceID("A"), family: "f", name: "left hand", wearer: "w", at: Moment.noon)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).sorted() }
  }

  private func devices(_ name: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path(name))
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: "SELECT name FROM device") }
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  @Test func `a backup gets its name when it is complete, and only its owner can read it`() throws {
    let before = try names
    var steps = 0
    try journal.backUp(to: folder.path("copy.sqlite")) { done in
      steps += 1
      #expect((try? names.contains("copy.sqlite")) == false, "it has its name at \(done)")
    }
    #expect(steps > 0)
    #expect(try names == ["copy.sqlite"] + before)
    #expect(try devices("copy.sqlite") == ["left hand"])
    #expect(try mode("copy.sqlite") == 0o600)
  }

  @Test func `a backup removes only the leftovers of interrupted backups in its folder`() throws {
    let manager = FileManager.default
    for (part, file) in [
      ("copy.sqlite.halo-part-1", "copy.sqlite"), ("copy.sqlite.halo-part-1", "copy.sqlite-journal"),
      ("2026-11-22.sqlite.halo-part-7", "2026-11-22.sqlite"), ("photos.halo-part-1", "cat.png"),
    ] {
      try manager.createDirectory(at: folder.url.appending(path: part), withIntermediateDirectories: true)
      try Data("half".utf8).write(to: folder.url.appending(path: part).appending(path: file))
    }
    let running = try StagedFile(for: folder.path("running.sqlite"))
    // The staged file removed the leftovers; another backup was interrupted since.
    try manager.createDirectory(
      at: folder.url.appending(path: "later.sqlite.halo-part-1"), withIntermediateDirectories: true)
    try journal.backUp(to: folder.path("copy.sqlite"))
    let parts = try names.filter { $0.contains("halo-part") }
    #expect(parts == ["photos.halo-part-1", "running.sqlite.halo-part-1"])
    #expect(manager.fileExists(atPath: folder.path("photos.halo-part-1/cat.png")))
    try running.publish()
    #expect(try names.contains("running.sqlite"))
  }

  @Test func `a backup never replaces a file, even one that appears during the backup`() throws {
    let copy = folder.url.appending(path: "copy.sqlite")
    let taken = JournalError.cannotWrite(
      path: copy.path(), reason: "the file already exists and will not be overwritten")
    #expect(throws: taken) {
      try journal.backUp(to: copy.path()) { _ in try? Data("mine".utf8).write(to: copy) }
    }
    #expect(try Data(contentsOf: copy) == Data("mine".utf8))
    #expect(throws: taken) { try journal.backUp(to: copy.path()) }
    #expect(try names.filter { $0.contains("halo-part") } == [])
  }

  @Test func `does not back up a journal with internal damage, and names it in the error`() throws {
    try journal.write { db in
      // An index entry that the table does not have.
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(
        sql:
          "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'raw') WHERE name = 'night_by_day'"
      )
      try db.execute(sql: "PRAGMA writable_schema = OFF")
    }
    let error = #expect(throws: JournalError.self) { try journal.backUp(to: folder.path("copy.sqlite")) }
    guard case .damaged(journal.path, _)? = error else {
      Issue.record("it says \(String(describing: error))")
      return
    }
    #expect(try !names.contains { $0.hasPrefix("copy") })
  }

  @Test func `restores a backup to an empty place and returns its contents`() throws {
    try journal.backUp(to: folder.path("copy.sqlite"))
    let path = folder.path("new/journal.sqlite")
    let restoration = try Journal.restore(folder.path("copy.sqlite"), to: path, replacing: false)
    #expect(restoration.contents == JournalContents(devices: ["left hand"], days: nil))
    #expect(restoration.kept == nil)
    #expect(try mode("new/journal.sqlite") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new")) == ["journal.sqlite"])
    #expect(try Journal(path: path).devices().map(\.name) == ["left hand"])
    #expect(try devices("copy.sqlite") == ["left hand"])
  }

  @Test func `replaces a journal only on request, and keeps the old one intact under another name`() throws {
    try journal.backUp(to: folder.path("copy.sqlite"))
    let path = folder.path("other.sqlite")
    do {
      let other = try Journal(path: path)
      _ = try other.pair(DeviceID("B"), family: "f", name: "right hand", wearer: "w", at: Moment.noon)
    }
    #expect(throws: RestoreError.journalExists(path: path)) {
      try Journal.restore(folder.path("copy.sqlite"), to: path, replacing: false)
    }
    #expect(try devices("other.sqlite") == ["right hand"])
    for number in 1...2 {
      let restoration = try Journal.restore(folder.path("copy.sqlite"), to: path, replacing: true)
      #expect(restoration.kept == folder.path("other.replaced-\(number).sqlite"))
      #expect(try devices("other.sqlite") == ["left hand"])
    }
    #expect(try devices("other.replaced-1.sqlite") == ["right hand"])
    #expect(try devices("other.replaced-2.sqlite") == ["left hand"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
    #expect(!names.contains { $0.contains("other") && !$0.hasSuffix(".sqlite") }, "\(names)")
  }

  @Test func `does not replace a journal that a program has open or locked`() throws {
    try journal.backUp(to: folder.path("copy.sqlite"))
    #expect(throws: RestoreError.inUse(path: journal.path, by: "another program")) {
      try Journal.restore(folder.path("copy.sqlite"), to: journal.path, replacing: true)
    }
    let lock = JournalLocks.path(ofDevice: 1, journal: folder.path("other.sqlite"))
    try Data("halo (process 42)".utf8).write(to: URL(filePath: lock))
    let file = open(lock, O_RDONLY)
    #expect(flock(file, LOCK_EX) == 0)
    #expect(throws: RestoreError.inUse(path: folder.path("other.sqlite"), by: "halo (process 42)")) {
      try Journal.restore(folder.path("copy.sqlite"), to: folder.path("other.sqlite"), replacing: true)
    }
    close(file)
    _ = try Journal.restore(folder.path("copy.sqlite"), to: folder.path("other.sqlite"), replacing: true)
    #expect(try devices("journal.sqlite") == ["left hand"])
  }

  @Test func `does not restore incomplete journals and those of newer versions`() throws {
    try journal.backUp(to: folder.path("copy.sqlite"))
    let whole = try Data(contentsOf: folder.url.appending(path: "copy.sqlite"))
    func refusal(_ name: String) -> RestoreError? {
      #expect(throws: RestoreError.self) {
        try Journal.restore(folder.path(name), to: folder.path("new.sqlite"), replacing: true)
      }
    }
    for (name, bytes) in [
      ("empty", Data()), ("text", Data("a letter".utf8)), ("cut", whole.prefix(whole.count / 2)),
      ("page", whole.prefix(4096)),
    ] {
      try bytes.write(to: folder.url.appending(path: name))
      guard case .unusable? = refusal(name) else {
        Issue.record("\(name) was not refused as damaged")
        continue
      }
    }
    try whole.write(to: folder.url.appending(path: "newer"))
    let newer = try DatabaseQueue(path: folder.path("newer"))
    try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
    try newer.close()
    #expect(refusal("newer") == .newer(backup: folder.path("newer")))
    for name in ["missing", "."] {
      guard case .unreadable? = refusal(name) else {
        Issue.record("\(name) was not refused as unreadable")
        continue
      }
    }
    #expect(throws: RestoreError.unusable(backup: journal.path, reason: "it is the journal itself")) {
      try Journal.restore(journal.path, to: journal.path, replacing: true)
    }
    #expect(try !names.contains { $0.hasPrefix("new.sqlite") })
  }

  @Test func `keeps a damaged journal when a backup replaces it`() throws {
    try journal.backUp(to: folder.path("copy.sqlite"))
    let path = folder.path("broken.sqlite")
    try Data("no journal at all".utf8).write(to: URL(filePath: path))
    let kept = try #require(try Journal.restore(folder.path("copy.sqlite"), to: path, replacing: true).kept)
    #expect(try Data(contentsOf: URL(filePath: kept)) == Data("no journal at all".utf8))
    #expect(try devices("broken.sqlite") == ["left hand"])
  }

  @Test func `restores a backup of an older version, which is migrated when it is opened`() throws {
    let old = try DatabaseQueue(path: folder.path("old.sqlite"))
    try Schema.migrator.migrate(old, upTo: "2 devices of workouts")
    try old.close()
    _ = try Journal.restore(folder.path("old.sqlite"), to: folder.path("new.sqlite"), replacing: false)
    #expect(try Journal(path: folder.path("new.sqlite")).devices().isEmpty)
  }

  @Test func `restores from a journal in use, including its write-ahead log`() throws {
    _ = try Journal.restore(journal.path, to: folder.path("new.sqlite"), replacing: false)
    #expect(try devices("new.sqlite") == ["left hand"])
  }
}
