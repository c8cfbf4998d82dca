import Foundation
import HaloBluetooth
import HaloCommand
import HaloDrivers
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting

/// Makes the valid files that are changed.
struct ValueTemplates {
  static let device = "ring"
  static let wearer = "me"
  /// The last and the first day of the ring's data.
  static let days = (first: "2026-11-25", last: "2026-11-27")
  /// The wearer's time.
  static let now = "2026-11-27T10:16"
  static let wall = WallClock(secondsSince1970: seconds)
  private static let seconds = 1_795_774_560
  static let time = WallTime(
    zone: "Etc/UTC", secondsFromGMT: { _ in 0 }, now: { Date(timeIntervalSince1970: Double(seconds)) })

  let folder: String

  func path(_ name: String) -> String { folder + "/" + name }

  /// Makes the files of a kind.
  func make(_ kind: ValueKind) async throws {
    if !FileManager.default.fileExists(atPath: path("own.sqlite")) { try await makeJournal() }
    let here = try TemporaryFolder(in: URL(filePath: folder))
    switch kind {
    case .journal: try Self.loosen(path("own.sqlite"), as: path("loose.sqlite"))
    case .gadgetbridge, .healthConnect:
      let bytes = try DatabaseFixtures.phone(here, isGadgetbridge: kind == .gadgetbridge)
      try Data(bytes).write(to: URL(filePath: path("phone.sqlite")))
    case .client:
      var random = SeededGenerator(seed: 1)
      try Data(DatabaseFixtures.client(here, &random)).write(to: URL(filePath: path("phone.sqlite")))
    case .export:
      for format in ["csv", "jsonl"] {
        let text = try await run("export", "--format", format, "--journal", path("own.sqlite"))
        let lines = text.split(separator: "\n")
        let rows = format == "csv" ? lines.dropFirst() : lines[...]
        // Rows of every metric, and of sleep.
        var counts: [Substring: Int] = [:]
        let chosen = rows.filter { row in
          let metric = row.split(separator: ",")[2]
          counts[metric, default: 0] += 1
          return counts[metric, default: 0] <= 2
        }
        let kept = ((format == "csv" ? [lines[0]] : []) + chosen).joined(separator: "\n") + "\n"
        try kept.write(toFile: path("export.\(format)"), atomically: true, encoding: .utf8)
      }
    case .worker: break
    }
  }

  /// A journal with every table filled: a ring's days, raw readings, a workout on a treadmill with a strap, imported
  /// files, a profile and priorities.
  private func makeJournal() async throws {
    let journal = ["--journal", path("own.sqlite")]
    let simulated = ["--radio", "simulated", "--now", Self.now] + journal
    try await run(["pair", "--name", Self.device, "--wearer", Self.wearer] + simulated)
    try await run(["sync", "--days", "2"] + simulated)
    try await run(["raw", "--for", "3", "--ppg", "--accelerometer", "--speed", "0"] + simulated)
    try await run(
      ["workout", "record", "--minutes", "1", "--scene", "gym", "--speed", "0", "--wearer", Self.wearer] + simulated)
    try await run(["profile", "--step-goal", "8000", "--birth-year", "1980", "--max-heart-rate", "180"] + journal)
    try await run(["priority", "heart-rate", Self.device] + journal)
    let here = try TemporaryFolder(in: URL(filePath: folder))
    for isGadgetbridge in [true, false] {
      let bytes = try DatabaseFixtures.phone(here, isGadgetbridge: isGadgetbridge)
      let file = here.path(isGadgetbridge ? "Gadgetbridge.db" : "health.db")
      try Data(bytes).write(to: URL(filePath: file))
      try await run(["import", file] + journal, mayLeaveOut: true)
    }
    let start = "2026-11-26T08:00:00+00:00"
    let watch = ",Watch,8F3C1E7A-0D5B-4C9E-9A43-1B6F2D7C8E90,me,0,"
    for value in [66, 67] {
      let file = here.path("export-\(value).csv")
      let lines = [
        ExportedLine.header, "\(start),,heart-rate,\(value),bpm,log\(watch)",
        "\(start),2026-11-26T08:15:00+00:00,steps,120,count,log\(watch)",
        "2026-11-26T00:30:00+00:00,2026-11-26T02:00:00+00:00,\(ExportedLine.sleepMetric),light,,log\(watch)night 2026-11-26T00:30:00+00:00",
      ]
      try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      try await run(["import", file] + journal)
    }
    // Fewer samples, so that a trial is short.
    try HostileDatabase(path("own.sqlite")).run(
      "DELETE FROM sample WHERE import IS NULL AND metric < 14 AND (start / 300000) % 6 > 0; DELETE FROM derived WHERE id % 2 = 0"
    )
    // A metric of a driver that this program lacks, with values.
    let definition =
      #"{"aggregation":"mean","chart":"dots","digits":1,"high":90,"longest":60,"low":0,"screens":["day"],"titles":{"de":"Kraft","en":"Force"},"unit":"N"}"#
    try HostileDatabase(path("own.sqlite")).run(
      """
      INSERT INTO metric (code, id, definition) VALUES (1500000001, 'force', '\(definition)');
      UPDATE sample SET metric = 1500000001 WHERE metric = 15 AND start / 1000 % 2 = 0;
      """)
    let opened = try Journal(path: path("own.sqlite"))
    try opened.backUp(to: path("copy.sqlite"))
    try FileManager.default.removeItem(atPath: path("own.sqlite"))
    try FileManager.default.moveItem(atPath: path("copy.sqlite"), toPath: path("own.sqlite"))
  }

  @discardableResult
  private func run(_ arguments: String...) async throws -> String { try await run(arguments) }

  @discardableResult
  private func run(_ arguments: [String], mayLeaveOut: Bool = false) async throws -> String {
    let outcome = try await HaloProgram(registry: .bundled, radios: []).run(
      arguments, environment: ["HALO_JOURNAL": path("none"), "XDG_CONFIG_HOME": folder], time: Self.time)
    // Some rows of a phone's file are of no device.
    guard outcome.status == 0 || outcome.status == 65 && mayLeaveOut else {
      throw FuzzFailure(
        description:
          "the template: halo \(arguments.joined(separator: " ")): \(String(decoding: outcome.errors, as: UTF8.self))")
    }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  /// Copies a database, whose tables then take a value of any type.
  private static func loosen(_ path: String, as copy: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let database = try HostileDatabase(copy)
    try database.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(replace(replace(sql, ') STRICT', ')'), ', WITHOUT', ' WITHOUT'), ' NOT NULL', '')
      WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%';
      """)
  }
}
