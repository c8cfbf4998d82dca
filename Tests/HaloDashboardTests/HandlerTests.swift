#if Dashboard && DEBUG
  import Foundation
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloSimulatedRadio
  import HaloTesting
  import HaloWearables
  import Logging
  import Testing

  @testable import HaloDashboard
  import HaloDrivers

  struct HandlerTests {
    /// A journal for the measurement; the test copies it.
    private static let journal = ProcessInfo.processInfo.environment["HALO_MEASURED_JOURNAL"]

    // Run it alone on an idle machine, because it measures time.
    @Test(.enabled(if: journal != nil))
    func `no handler blocks a server thread for 10 ms`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path("journal.sqlite")
      try FileManager.default.copyItem(atPath: try #require(Self.journal), toPath: path)
      let journal = try Journal(path: path)
      let newest = try #require(try journal.newest(of: "me")).wallClock.date
      let (day, span) = ("\(newest)", "?from=\(newest.adding(days: -59))&to=\(newest)")
      try await Simulation.run(speed: 1) { clock in
        let medium = SimulatedMedium(clock: clock, seed: 1)
        let engine = Engine(
          journal: journal, radio: medium.central(), registry: .bundled,
          environment: DriverEnvironment(clock: clock, time: .system))
        var configuration = Dashboard.Configuration()
        configuration.port = 0
        let page = Dashboard(
          configuration, .init(version: "test", radio: "simulated", engine: engine, time: .system, supervisor: nil),
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await page.run { continuation.yield($0) } }
          group.addTask {
            for await port in ports {
              var client = PageClient(port: port)
              client.cookie = try await client.ask("POST", "/api/v2/session", ["token": .string(page.link())]).newCookie
              func measure(_ route: String, _ ask: () async throws -> PageClient.Answer) async throws {
                _ = Dashboard.threads.longestHold(reset: true)
                let answer = try await ask()
                let hold = Dashboard.threads.longestHold() / .milliseconds(1)
                let words = "\(route): \(answer.status), \(answer.body.count) bytes, held \(hold) ms\n"
                FileHandle.standardError.write(Data(words.utf8))
                #expect(hold < 10, "\(route)")
              }
              for route in [
                "/openapi.json", "/session", "/sessions", "/status", "/days/\(day)", "/nights/\(day)", "/nights\(span)",
                "/heart/\(day)", "/heart\(span)", "/activity/\(day)", "/activity\(span)", "/workouts\(span)",
                "/workouts/now", "/devices", "/devices/1/battery", "/data", "/export?format=csv",
                "/export?format=json", "/backup",
              ] {
                try await measure(route) { [client] in try await client.get(route) }
              }
              let asking = client
              try await measure("PUT /settings") {
                try await asking.ask("PUT", "/api/v2/settings", ["stepGoal": 9000])
              }
              try await measure("PATCH /devices/1") {
                try await asking.ask("PATCH", "/api/v2/devices/1", ["name": "Measured ring"])
              }
              let export = try await asking.get("/export?format=csv")
              try await measure("POST /import") {
                try await asking.send(
                  [UInt8](
                    """
                    POST /api/v2/import?name=everything.csv HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\
                    Origin: http://127.0.0.1:\(port)\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n\
                    Cookie: halo-session=\(asking.cookie ?? "")\r\nContent-Length: \(export.body.count)\r\n\r\n
                    """.utf8) + export.body)
              }
              try await measure("POST /erase") {
                try await asking.ask("POST", "/api/v2/erase", ["what": "all"])
              }
              return
            }
          }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
    }
  }
#endif
