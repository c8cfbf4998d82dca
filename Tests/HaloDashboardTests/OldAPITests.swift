import Testing

@testable import HaloDashboard

@Suite struct OldAPITests {
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
