import Foundation
import GRDB
import HaloTesting
import Testing

/// Commands after an import that was killed before it computed values.
@Suite("Commands on a journal with outdated values")
struct OutdatedValuesCommandTests {
  private let folder: TemporaryFolder

  /// A journal of an app, without any device: as it is after an import, and as a killed import leaves it.
  init() async throws {
    folder = try TemporaryFolder()
    var lines = ["start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep"]
    for day in 10..<29 {
      let date = "2026-05-\(day)"
      let night = "\(date)T00:40:00+00:00"
      lines.append("\(night),\(date)T07:\(day):00+00:00,sleep-stage,light,,log,app,app,Ada,0,night \(night)")
      for hour in 10..<21 {
        lines.append("\(date)T\(hour):10:00+00:00,,heart-rate,\(57 + hour * day % 31),bpm,log,app,app,Ada,0,")
        lines.append(
          "\(date)T\(hour):00:00+00:00,\(date)T\(hour):30:00+00:00,steps,\(310 + day),steps,log,app,app,Ada,0,")
      }
      for minute in 10..<50 {
        lines.append("\(date)T03:\(minute):00+00:00,,heart-rate,\(48 + minute * day % 9),bpm,log,app,app,Ada,0,")
      }
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.url.appending(path: "app.csv"))
    #expect(try await run(["import", folder.path("app.csv")], "whole").status == 0)
    try Data(contentsOf: folder.url.appending(path: "whole.sqlite"))
      .write(to: folder.url.appending(path: "killed.sqlite"))
    let queue = try DatabaseQueue(path: folder.path("killed.sqlite"))
    try await queue.write { db in
      try db.execute(
        sql: """
          DELETE FROM derived WHERE id % 3 = 0; UPDATE derived SET value = value + 7, inputs = '[]';
          UPDATE wearer SET outdated = 0, changes = changes + 1
          """)
    }
    try queue.close()
  }

  private func run(_ arguments: [String], _ journal: String) async throws -> Program.Result {
    try await Program.run(
      arguments, environment: ["HALO_JOURNAL": folder.path("\(journal).sqlite"), "TZ": "Europe/Rome"])
  }

  @Test(arguments: [
    ["today"], ["today", "--json"], ["week"], ["month"], ["year"], ["sleep"], ["heart"], ["insights"],
    ["insights", "--json"], ["steps"], ["day", "2026-05-20"], ["explain", "resting-heart-rate", "2026-05-21"],
    ["export"],
  ])
  func `show the same as if the import had not been killed`(arguments: [String]) async throws {
    let wanted = try await run(arguments, "whole")
    #expect(wanted.status == 0)
    let found = try await run(arguments, "killed")
    #expect(found.output == wanted.output && found.status == 0 && found.problems.isEmpty)
  }

  @Test func `say that values are outdated while another program writes`() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: folder.path("killed.sqlite"), configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "UPDATE wearer SET changes = changes + 1; BEGIN IMMEDIATE") }
    let busy = try await run(["insights"], "killed")
    #expect(busy.output.isEmpty == false)
    #expect(busy.problems.contains("are outdated") && busy.problems.contains("'halo rebuild'"))
    try queue.close()
    let later = try await run(["insights"], "killed")
    #expect(try await later.output == run(["insights"], "whole").output && later.problems.isEmpty)
  }
}
