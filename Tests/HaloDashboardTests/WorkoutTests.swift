import HaloText
import Foundation
import HaloHealth
import HaloJournal
import HaloTesting
import Synchronization
import Testing

@testable import HaloDashboard

struct WorkoutTests {
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
    try await PageTestbed.run(isGym: true) { bed async throws in
      let begun = try await Self.begin(bed)
      #expect(begun.status == 202, "\(begun.text)")
      #expect(Schema.problems(begun.json, "WorkoutNow") == [])
      // A viewer that leaves, and another browser that connects later.
      let first = try await bed.client.events("/workouts/now/live") {
        $0.contains("event: values") && $0.contains("\"speed\":0")
      }
      #expect(first.text.contains("event: state"))
      let other = try await bed.client.signedIn(to: bed.page)
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
      #expect(Schema.problems(ended.json, "WorkoutEnd") == [])
      // The day shows the machine's speed; days without such a workout have no such chart.
      let day = try await other.get("/days/2026-11-20").json
      #expect(day.series("speed")?["times"]?.items?.isEmpty == false)
      #expect(Schema.problems(day, "Day") == [])
      #expect(try await other.get("/days/2026-11-19").json.series("speed") == nil)
      let id = try #require(ended.json["workout"]?.integer)
      let shown = try await bed.client.get("/workouts/\(id)")
      #expect(shown.status == 200 && shown.json["device"] == "Treadmill 7")
      #expect(shown.json.series("heart-rate")?["times"]?.items?.isEmpty == false)
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
      .empty, isGym: true,
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
    try await PageTestbed.run(.ring, isGym: true) { bed async throws in
      let hasEnded = Mutex(false)
      async let viewer = bed.client.events("/devices/\(bed.strap)/live/heart-rate") { _ in hasEnded.withLock { $0 } }
      try await bed.home.wait(for: "the measurement") {
        try await bed.client.get("/devices").json["devices"]?.items?.contains { $0["state"] == "measuring" } ?? false
      }
      let answer = try await Self.begin(bed)
      #expect(answer.status == 409 && answer.json["error"]?["code"] == "deviceBusy", "\(answer.text)")
      #expect(try await bed.client.get("/workouts/now").json["workout"] == nil)
      hasEnded.withLock { $0 = true }
      _ = try await viewer
    }
  }

  @Test func `invalid workouts get an error message`() async throws {
    try await PageTestbed.run(.ring, isGym: true) { bed async throws in
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
