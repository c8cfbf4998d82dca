#if Dashboard
  import HaloText
  import HaloHealth
  import Testing

  @testable import HaloDashboard

  @Suite struct ColumnTests {
    private static let start = Moment(milliseconds: 1_793_491_200_000, secondsFromGMT: 7200)

    private static func series(_ points: [(seconds: Double, low: Double, high: Double, offset: Int)]) -> JSON {
      let points = points.map { point in
        PageSeries.Point(
          time: Moment(
            milliseconds: start.milliseconds + Int(point.seconds * 1000), secondsFromGMT: point.offset),
          low: point.low, high: point.high)
      }
      return JSON(parsing: PageSeries(.heartRate, points: points).json(reason: "Not worn.").bytes) ?? .null
    }

    @Test func `a series is columns of seconds after its start and of values`() {
      let series = Self.series([(0, 60, 60, 7200), (300, 61.5, 61.5, 7200), (600.5, 58, 58, 7200)])
      #expect(series["start"] == .string(Self.start.description))
      #expect(series["times"] == [0, 300, 600.5])
      #expect(series["values"] == [60, 61.5, 58])
      #expect(series["low"] == 58 && series["high"] == 61.5)
      #expect(series["highest"] == nil && series["clockChanges"] == nil && series["reason"] == nil)
    }

    @Test func `the highest values have a column only if one differs from the lowest`() {
      #expect(Self.series([(0, 90, 97, 0), (60, 95, 95, 0)])["highest"] == [97, 95])
    }

    @Test func `a series says when the clock was moved`() {
      let series = Self.series([(0, 60, 60, 7200), (60, 60, 60, 7200), (120, 61, 61, 3600), (180, 62, 62, 3600)])
      #expect(series["clockChanges"] == [["offset": 60, "time": 120]])
    }

    @Test func `an empty series has empty columns and a reason`() {
      let series = Self.series([])
      #expect(series["times"] == [] && series["values"] == [] && series["start"] == nil)
      #expect(series["reason"] == "Not worn.")
    }

    @Test func `rows become columns in which null keeps its place`() {
      let table = JSON.columns([["date": "2026-11-19", "low": 48], ["date": "2026-11-20", "low": nil]])
      #expect(
        String(decoding: table.bytes, as: UTF8.self) == #"{"date":["2026-11-19","2026-11-20"],"low":[48,null]}"#)
    }

    @Test(arguments: ["/api/v1", "/api/v1/days/2026-11-20", "/api/v1/session", "/api/v1/status/more"])
    func `an address of the old API is gone, for people who are signed in and for others`(_ path: String) async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        for client in [bed.client, PageClient(port: bed.client.port)] {
          for method in ["GET", "POST"] {
            let answer = try await client.ask(method, path)
            #expect(answer.status == 410)
            #expect(answer.json["error"]?["code"] == "gone")
            #expect(answer.json["error"]?["message"]?.text?.contains("/api/v2") == true)
            #expect(answer.json["error"]?["advice"]?.text?.contains("Reload the page") == true)
          }
        }
      }
    }

    @Test func `a page of the version before hears that its events are back, and of another version`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        let events = try await bed.client.ask("GET", "/api/v1/events")
        #expect(events.status == 200 && events.headers["content-type"] == "text/event-stream")
        #expect(events.text.contains("event: hello"))
        let status = try await bed.client.ask("GET", "/api/v1/status").json
        #expect(status.names == ["version"])
        let own = try await bed.client.get("/status").json["version"]
        #expect(status["version"]?.text?.isEmpty == false && status["version"] != own)
      }
    }

    @Test func `an address that only begins like the old API is not of it`() async throws {
      try await PageTestbed.run(isEmpty: true) { bed async throws in
        #expect(try await bed.client.ask("GET", "/api/v11").status == 404)
      }
    }
  }
#endif
