import Foundation
import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

@Suite("Profiles in the journal")
struct ProfileTests {
  private let folder: TemporaryFolder
  private let path: String
  private var settings: String { path + ".page.settings" }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("journal.sqlite")
  }

  /// Creates a journal in the schema before profiles, with the given wearers.
  private func makeOld(of wearers: [String]) throws {
    let old = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(old, upTo: "5 clocks as they were found")
    try old.write { db in
      for wearer in wearers {
        try db.execute(sql: "INSERT INTO wearer (name, created) VALUES (?, 0)", arguments: [wearer])
      }
    }
    try old.close()
  }

  private func writeSettings(_ text: String, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: settings))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: settings)
  }

  @Test func `are stored for each wearer, even without a device`() throws {
    let journal = try Journal(path: path)
    #expect(try journal.profile(of: "Ada") == Profile())
    let changed = try journal.change(profileOf: "Ada") {
      $0.stepGoal = nil
      $0.units = .imperial
      $0.birthYear = 1980
    }
    #expect(changed == Profile(stepGoal: nil, units: .imperial, birthYear: 1980))
    let again = try Journal(path: path)
    #expect(try again.profile(of: "Ada") == changed)
    #expect(try again.profile(of: "Bob") == Profile())
    #expect(try again.wearers().isEmpty)
  }

  @Test func `reject invalid values without any change`() throws {
    let journal = try Journal(path: path)
    #expect(throws: ProfileError.self) {
      try journal.change(profileOf: "me") {
        $0.units = .imperial
        $0.stepGoal = 1
      }
    }
    #expect(throws: ProfileError.self) { try journal.change(profileOf: "me", in: 2026) { $0.birthYear = 2027 } }
    #expect(throws: JournalError.badName) { try journal.change(profileOf: "") { $0.stepGoal = 9000 } }
    #expect(try journal.profile(of: "me") == Profile())
  }

  @Test func `keep fields and values of a newer version`() throws {
    let journal = try Journal(path: path)
    try journal.write { db in
      try db.execute(
        sql: """
          INSERT INTO profile VALUES ('me', 'shoeSize', 43), ('me', 'units', 'nautical'), ('me', 'stepGoal', 9000.5),
            ('me', 'birthYear', 1980)
          """)
    }
    #expect(try journal.profile(of: "me") == Profile(birthYear: 1980))
    try journal.change(profileOf: "me") { $0.clock = .twelve }
    let rows = try journal.read { db in
      try Row.fetchAll(db, sql: "SELECT field, value FROM profile ORDER BY field").map {
        "\($0[0] ?? "") \($0[1] ?? "")"
      }
    }
    #expect(rows == ["birthYear 1980", "clock 12", "shoeSize 43", "stepGoal 9000.5", "units nautical"])
  }

  @Test func `are erased with their wearer, and all of them with the last one`() throws {
    let journal = try Journal(path: path)
    for name in ["Ada", "Bob"] {
      _ = try journal.pair(DeviceID(name), family: "f", name: name, wearer: name, at: Moment.noon)
    }
    for name in ["Ada", "Bob", "me"] { try journal.change(profileOf: name) { $0.stepGoal = 9000 } }
    try journal.erase(wearer: "Ada")
    #expect(try ["Ada", "Bob", "me"].map { try journal.profile(of: $0).stepGoal } == [8000, 9000, 9000])
    try journal.erase(wearer: "Bob")
    #expect(try ["Bob", "me"].map { try journal.profile(of: $0).stepGoal } == [8000, 8000])
  }

  @Test func `import the page's settings once, and delete the file`() throws {
    try makeOld(of: ["Ada", "Bob"])
    try writeSettings(
      #"{"birthYear":1980,"clock":"12","maxHeartRate":185,"sleepGoalMinutes":450,"units":"imperial"}"#)
    let journal = try Journal(path: path)
    let shared = Profile(stepGoal: nil, sleepGoalMinutes: 450, units: .imperial, clock: .twelve)
    var first = shared
    (first.birthYear, first.maxHeartRate) = (1980, 185)
    #expect(try journal.profile(of: "Ada") == first)
    #expect(try journal.profile(of: "Bob") == shared)
    #expect(!FileManager.default.fileExists(atPath: settings))
    try writeSettings(#"{"stepGoal":9999}"#)
    #expect(try Journal(path: path).profile(of: "Ada") == first)
    #expect(FileManager.default.fileExists(atPath: settings))
  }

  @Test func `import the page's settings into a journal without a wearer`() throws {
    try writeSettings(#"{"stepGoal":9000,"sleepGoalMinutes":480,"units":"metric","clock":"24"}"#)
    #expect(try Journal(path: path).profile(of: "me") == Profile(stepGoal: 9000))
  }

  @Test func `ignore settings files that are damaged, writable by others or not regular files`() throws {
    let cases: [() throws -> Void] = [
      { try writeSettings("broken") }, { try writeSettings(#"{"stepGoal":9000}"#, mode: 0o622) },
      {
        let other = folder.path("other")
        try Data(#"{"stepGoal":9000}"#.utf8).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(atPath: settings, withDestinationPath: other)
      }, { try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: false) },
      { #expect(mkfifo(settings, 0o600) == 0) },
    ]
    for (place, make) in cases.enumerated() {
      try make()
      #expect(try Journal(path: path).profile(of: "me") == Profile(), "\(place)")
      try FileManager.default.removeItem(atPath: settings)
      for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
    }
  }

  @Test func `adopt an app's file unless settings exist`() throws {
    let journal = try Journal(path: path)
    try journal.adopt(Profile(stepGoal: 9000), of: "me")
    #expect(try journal.profile(of: "me") == Profile(stepGoal: 9000))
    try journal.adopt(Profile(stepGoal: 7000, units: .imperial), of: "me")
    #expect(try journal.profile(of: "me") == Profile(stepGoal: 9000))
  }
}
