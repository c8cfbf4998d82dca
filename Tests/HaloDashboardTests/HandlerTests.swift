#if DEBUG
  import Foundation
  import HaloBluetooth
  import HaloHealth
  import HaloJournal
  import HaloSimulatedRadio
  import HaloTesting
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
        let start = WallClock(date: newest, minuteOfDay: 1200)
        let home = try SimulatedHome(clock, registry: .bundled, start: start, journal: journal)
        var configuration = Dashboard.Configuration()
        configuration.port = 0
        try await PageTestbed.serve(configuration, home, overTCP: true) { _, client in
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
            try await measure(route) { try await client.get(route) }
          }
          try await measure("PUT /settings") { try await client.ask("PUT", "/api/v2/settings", ["stepGoal": 9000]) }
          try await measure("PATCH /devices/1") {
            try await client.ask("PATCH", "/api/v2/devices/1", ["name": "Measured ring"])
          }
          let export = try await client.get("/export?format=csv").body
          try await measure("POST /import") { try await client.upload("/import?name=everything.csv", export) }
          try await measure("POST /erase") { try await client.ask("POST", "/api/v2/erase", ["what": "all"]) }
        }
      }
    }
  }
#endif
