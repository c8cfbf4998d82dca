#if Dashboard
  import HaloText
  import Foundation
  import HaloHealth
  import HaloJournal
  import Testing

  @testable import HaloDashboard

  // Serialized, because a hundred servers at once would compete for two cores.
  @Suite(.serialized) struct WorkoutTests {
    private static func problems(_ value: JSON, _ name: String) -> [String] {
      Schema(root: DescriptionTests.description).problems(
        value, DescriptionTests.description["components"]?["schemas"]?[name] ?? .null)
    }

    static func begin(_ bed: PageTestbed, machine: Bool = true, heart: Bool = true) async throws
      -> PageClient.Answer
    {
      try await bed.client.ask(
        "POST", "/api/v2/workouts",
        [
          "machine": machine ? JSON(words: bed.machine) : .null, "heart": heart ? JSON(words: bed.strap) : .null,
          "sport": .null, "wearer": "Ada",
        ])
    }

    @Test func `workout continues without a browser and any can end it`() async throws {
      try await PageTestbed.run(speed: 50, isGym: true) { bed async throws in
        let begun = try await Self.begin(bed)
        #expect(begun.status == 202, "\(begun.text)")
        #expect(Self.problems(begun.json, "WorkoutNow").isEmpty)
        // A viewer that leaves, and another browser that connects later.
        let first = try await bed.client.events("/workouts/now/live") {
          $0.contains("event: values") && $0.contains("\"speed\":0")
        }
        #expect(first.text.contains("event: state"))
        var other = PageClient(port: bed.client.port)
        let answer = try await other.ask("POST", "/api/v2/session", ["token": .string(bed.page.link())])
        other.cookie = answer.newCookie
        #expect(try await other.get("/status").json["workout"]?["wearer"] == "Ada")
        let seen = try await other.events("/workouts/now/live") {
          $0.range(of: "\"heartRate\":[0-9]", options: .regularExpression) != nil
        }
        #expect(seen.status == 200)
        let twice = try await Self.begin(bed)
        #expect(twice.status == 409 && twice.json["error"]?["code"] == "workoutRuns")
        // Requests that lock the journal for seconds would delay stopping the treadmill.
        for (method, path, input) in [
          ("POST", "/api/v2/erase", ["what": "all"]), ("DELETE", "/api/v2/devices/\(bed.ring)", ["keepData": false]),
        ] as [(String, String, JSON)] {
          let refused = try await other.ask(method, path, input)
          #expect(refused.status == 409 && refused.json["error"]?["code"] == "workoutRuns", "\(refused.text)")
          #expect(refused.json["confirmation"] == nil)
        }
        let kept = try await other.ask("DELETE", "/api/v2/devices/\(bed.ring)", ["keepData": true])
        #expect(kept.json["confirmation"] != nil, "\(kept.text)")
        let ended = try await other.ask("POST", "/api/v2/workouts/now/end")
        #expect(ended.status == 200)
        #expect(Self.problems(ended.json, "WorkoutEnd").isEmpty)
        // The day shows the machine's speed; days without such a workout have no such chart.
        let day = try await other.get("/days/2026-11-20").json
        #expect(day["speed"]?["times"]?.items?.isEmpty == false)
        #expect(Self.problems(day, "Day").isEmpty)
        #expect(try await other.get("/days/2026-11-19").json["speed"] == nil)
        let id = try #require(ended.json["workout"]?.integer)
        let shown = try await bed.client.get("/workouts/\(id)")
        #expect(shown.status == 200 && shown.json["device"] == "Treadmill 7")
        #expect(shown.json["heartRate"]?["times"]?.items?.isEmpty == false)
        let list = try await bed.client.get("/workouts?from=2026-11-20&to=2026-11-21")
        #expect(list.json["workouts"]?.items?.contains { $0["id"] == .number(Double(id)) } == true)
        #expect(try await bed.client.get("/workouts/now").json["workout"] == nil)
        let late = try await bed.client.events("/workouts/now/live") { $0.contains("event: end") }
        #expect(late.text.contains("\"workout\":\(id)"))
        #expect(try await bed.client.ask("POST", "/api/v2/workouts/now/end").status == 404)
      }
    }

    @Test func `recording is saved when the program ends`() async throws {
      try await PageTestbed.run(
        speed: 50, isEmpty: true, isGym: true,
        afterwards: { journal in
          let kept = try journal.workouts(of: "Ada")
          #expect(kept.count == 1)
        }
      ) { bed async throws in
        #expect(try await Self.begin(bed, machine: false).status == 202)
        _ = try await bed.client.events("/workouts/now/live") {
          $0.range(of: "\"heartRate\":[0-9]", options: .regularExpression) != nil
        }
      }
    }

    @Test func `device in use is reported`() async throws {
      try await PageTestbed.run(speed: 20, isGym: true) { bed async throws in
        let viewer = FileHandle(fileDescriptor: try PageClient.connect(bed.client.port), closeOnDealloc: true)
        try viewer.write(
          contentsOf: Data(
            """
            GET /api/v2/devices/\(bed.strap)/live/heart-rate HTTP/1.1\r\nHost: 127.0.0.1:\(bed.client.port)\r
            Cookie: halo-session=\(bed.client.cookie ?? "")\r\n\r\n
            """.utf8))
        func isMeasuring() async throws -> Bool {
          try await bed.client.get("/devices").json["devices"]?.items?.contains { $0["state"] == "measuring" } ?? false
        }
        for _ in 0..<500 {
          if try await isMeasuring() { break }
        }
        let answer = try await Self.begin(bed)
        #expect(answer.status == 409 && answer.json["error"]?["code"] == "deviceBusy", "\(answer.text)")
        #expect(try await bed.client.get("/workouts/now").json["workout"] == nil)
        try viewer.close()
      }
    }

    @Test func `invalid workouts get an error message`() async throws {
      try await PageTestbed.run(speed: 50, isGym: true) { bed async throws in
        let wishes: [JSON] = [
          [:], ["machine": JSON(words: bed.strap)], ["heart": JSON(words: bed.machine)],
          ["heart": JSON(words: bed.strap), "sport": "chess"], ["heart": JSON(words: bed.strap), "wearer": "Eve"],
        ]
        for input in wishes {
          let answer = try await bed.client.ask("POST", "/api/v2/workouts", input)
          #expect(answer.status == 400, "\(answer.text)")
          #expect(answer.json["error"]?["message"]?.text?.isEmpty == false)
        }
        #expect(try await bed.client.ask("POST", "/api/v2/workouts", ["heart": "4711"]).status == 404)
      }
    }
  }
#endif
