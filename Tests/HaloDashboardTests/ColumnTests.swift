import HaloText
import HaloHealth
import Testing

@testable import HaloDashboard

@Suite struct ColumnTests {
  private static let start = Moment(milliseconds: 1_793_491_200_000, secondsFromGMT: 7200)

  @Test func `times are seconds after the first, with changes of the UTC offset`() {
    let times = [(0.0, 7200), (60, 7200), (120.5, 3600), (180, 3600)].map { seconds, offset in
      Moment(milliseconds: Self.start.milliseconds + Int(seconds * 1000), secondsFromGMT: offset)
    }
    let columns = JSON(parsing: JSON.object(JSON.times(times)).bytes) ?? .null
    #expect(columns["start"] == .string(Self.start.description))
    #expect(columns["times"] == [0, 60, 120.5, 180])
    #expect(columns["clockChanges"] == [["offset": 60, "time": 120.5]])
    #expect(JSON.object(JSON.times([]))["times"] == [])
  }

  @Test func `rows become columns in which null is kept`() {
    let table = JSON.columns([["date": "2026-11-19", "low": 48], ["date": "2026-11-20", "low": nil]])
    #expect(
      String(decoding: table.bytes, as: UTF8.self) == #"{"date":["2026-11-19","2026-11-20"],"low":[48,null]}"#)
  }

  @Test func `the old API returns 410, with and without a session`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for path in ["/api/v1", "/api/v1/days/2026-11-20", "/api/v1/session", "/api/v1/status/more"] {
        for client in [bed.client, bed.client.signedOut] {
          for method in ["GET", "POST"] {
            let answer = try await client.ask(method, path)
            let error = answer.json["error"]
            #expect(answer.status == 410 && error?["code"] == "gone", "\(method) \(path)")
            #expect(error?["message"]?.text?.contains("/api/v2") == true)
            #expect(error?["advice"]?.text?.contains("Reload the page") == true)
          }
        }
      }
    }
  }

  @Test func `a page of the previous version gets its event stream back and learns of the new one`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let events = try await bed.client.ask("GET", "/api/v1/events")
      #expect(events.status == 200 && events.headers["content-type"] == "text/event-stream")
      #expect(events.text.contains("event: hello"))
      let status = try await bed.client.ask("GET", "/api/v1/status").json
      #expect(status.names == ["version"])
      let own = try await bed.client.get("/status").json["version"]
      #expect(status["version"]?.text?.isEmpty == false && status["version"] != own)
    }
  }

  @Test func `a path that only begins like the old API does not belong to it`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      #expect(try await bed.client.ask("GET", "/api/v11").status == 404)
    }
  }
}
