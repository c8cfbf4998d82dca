import GRDB
import HaloBluetooth
import HaloHealth
import HaloReports
import Synchronization
import Testing

@testable import HaloDashboard
@testable import HaloJournal

/// An export is read while it is sent.
struct ExportTests {
  /// A day in the middle.
  private static let day = PageTestbed.today.adding(days: -3)

  /// Changes the heart rates of the day.
  private static func change(_ column: String, to value: String, _ journal: Journal) throws {
    let time = Moment(day.midnight, secondsFromGMT: 0)
    let condition = """
      metric = \(Metric.heartRate.code) AND start BETWEEN \(time.milliseconds) AND \((time + .days(1)).milliseconds)
      """
    try journal.write { try $0.execute(sql: "UPDATE sample SET \(column) = \(value) WHERE \(condition)") }
  }

  @Test(arguments: [false, true])
  func `an export has the bytes of a single query of all years`(isJSON: Bool) async throws {
    try await PageTestbed.run { bed async throws in
      var expected = isJSON ? "" : ExportedLine.header + "\n"
      let ever = Moment(milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 50, secondsFromGMT: 0)
      try bed.journal.export(in: ever, metrics: Metric.known, sleep: true) { row in
        expected += isJSON ? try VisibleText.json(ExportedLine(row)) + "\n" : ExportedLine(row).csv
      }
      var written: [UInt8] = []
      try Export(isJSON: isJSON).write(bed.journal) { written += $0 }
      #expect(String(decoding: written, as: UTF8.self) == expected)
      let answer = try await bed.client.get("/export?format=\(isJSON ? "json" : "csv")")
      #expect(answer.text == expected)
      #expect(answer.headers["content-length"] == nil)
    }
  }

  @Test func `the first bytes are sent before the other days are read`() async throws {
    try await PageTestbed.run { bed async throws in
      let first = Mutex("")
      let answer = try await bed.client.events("/export?format=csv") { text in
        first.withLock { first in
          if first.isEmpty { #expect(throws: Never.self) { try Self.change("value", to: "222", bed.journal) } }
          first = first.isEmpty ? text : first
        }
        return false
      }
      let start = first.withLock { $0 }
      #expect(start.hasPrefix(ExportedLine.header))
      #expect(!start.contains("heart-rate,222,") && answer.text.contains("heart-rate,222,"))
    }
  }

  @Test func `nothing more is read for a client that disconnected`() async throws {
    try await PageTestbed.run { bed async throws in
      func export(until isEnough: @escaping @Sendable (String) -> Bool) async throws {
        _ = try await bed.client.events("/export?format=csv", until: isEnough)
      }
      // Reading the other days would be an error.
      try Self.change("wall", to: "1 << 60", bed.journal)
      try await export { _ in true }
      await #expect(throws: JournalError.self) { try await export { _ in false } }
    }
  }

  @Test(arguments: [false, true])
  func `an export is not whole if its data is erased or its browser signed out`(isErased: Bool) async throws {
    try await PageTestbed.run { bed async throws in
      await #expect(throws: APIError.self) {
        try await bed.client.events("/export?format=csv") { _ in
          if isErased {
            #expect(throws: Never.self) { try bed.journal.erase(wearer: "Ada") }
          } else {
            let sessions = bed.page.serverContext.sessions
            for session in sessions.all { _ = sessions.end(session.id) }
          }
          return false
        }
      }
    }
  }

  @Test func `an error on the first day has a status, and a later one breaks the connection`() async throws {
    try await PageTestbed.run(tcpSpeed: 1) { bed async throws in
      let path = "/export?format=csv"
      let end = [UInt8]("\r\n0\r\n\r\n".utf8)
      #expect(try await bed.client.get(path).body.suffix(end.count).elementsEqual(end))
      try Self.change("wall", to: "1 << 60", bed.journal)
      let broken = try await bed.client.get(path)
      #expect(broken.status == 200 && broken.text.contains(ExportedLine.header))
      #expect(!broken.body.suffix(end.count).elementsEqual(end))
      // The two days before are read for local times.
      #expect(try await bed.client.get("\(path)&from=\(Self.day.adding(days: 2))").status >= 500)
    }
  }
}
