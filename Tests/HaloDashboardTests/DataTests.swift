import HaloTesting
import Foundation
import HaloBluetooth
import HaloHealth
import HaloJournal
import Testing

@testable import HaloDashboard

struct DataTests {
  @Test func `export can be imported`() async throws {
    try await PageTestbed.run { bed async throws in
      let csv = try await bed.client.get("/export?format=csv")
      #expect(csv.headers["content-disposition"]?.contains("halo-2026-11-20.csv") == true)
      let lines = csv.text.split(separator: "\n")
      #expect(lines.count > 2000)
      let json = try await bed.client.get("/export?format=json&from=2026-11-19&to=2026-11-19")
      #expect(json.text.split(separator: "\n").allSatisfy { JSON(parsing: [UInt8]($0.utf8))?["start"] != nil })
      let bytes = csv.body
      try await PageTestbed.run(.empty) { other async throws in
        let answer = try await other.client.upload("/import?name=everything.csv", bytes)
        #expect(answer.status == 200, "\(answer.text)")
        let status = try await other.client.get("/status")
        #expect(status.json["wearer"]?["name"] == "Ada")
        #expect(status.json["firstDay"]?.text?.hasPrefix("2026-11-1") == true)
      }
    }
  }

  @Test func `invalid import adds nothing`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      for text in ["", "no export", "start,end\n1,2\n", "SQLite format 3\u{0}rubbish"] {
        let answer = try await bed.client.upload("/import?name=x", [UInt8](text.utf8))
        #expect(answer.status >= 400 && answer.json["error"]?["message"]?.text?.isEmpty == false, "\(text)")
        #expect(try bed.journal.allDevices().isEmpty)
      }
    }
  }

  @Test func `backup is a journal`() async throws {
    try await PageTestbed.run { bed async throws in
      let backup = try await bed.client.get("/backup")
      #expect(backup.headers["content-type"] == "application/vnd.sqlite3")
      let folder = try TemporaryFolder()
      try Data(backup.body).write(to: folder.url.appending(path: "backup.sqlite"))
      #expect(try Journal(path: folder.path("backup.sqlite")).devices().map(\.name) == ["Ring"])
    }
  }

  @Test(arguments: ["all", "wearer", "device"])
  func `erasing requires confirmation and leaves nothing`(_ what: String) async throws {
    try await PageTestbed.run { bed async throws in
      let input: JSON = ["what": .string(what), "id": what == "wearer" ? "Ada" : "\(bed.ring)"]
      let asked = try await bed.client.ask("POST", "/api/v2/erase", input)
      #expect(asked.status == 409)
      #expect(try bed.journal.devices().count == 1)
      #expect(try await bed.client.ask("POST", "/api/v2/erase", asked.confirming(input)).status == 200)
      let facts = try bed.journal.facts()
      #expect(facts.frames == 0 && facts.samples.isEmpty && facts.sleeps == 0)
      #expect(try await bed.client.get("/status").status == 200)
    }
  }

  @Test func `settings are saved and affect reports`() async throws {
    try await PageTestbed.run { bed async throws in
      let before = try await bed.client.get("/heart/2026-11-19")
      #expect(before.json["zones"] == nil)
      #expect(before.json["zonesReason"]?.text?.contains("year of birth") == true)
      let input = #"{"birthYear": 1990, "stepGoal": null, "units": "imperial"}"#
      let answer = try await bed.client.send("PUT", "/api/v2/settings", [UInt8](input.utf8))
      #expect(answer.json["settings"]?["birthYear"] == 1990 && answer.json["settings"]?["stepGoal"] == nil)
      let after = try await bed.client.get("/heart/2026-11-19")
      let minutes = after.json["zones"]?["measuredMinutes"]?.double ?? 0
      #expect(minutes > 300)
      let expected = Profile(stepGoal: nil, units: .imperial, birthYear: 1990)
      #expect(try bed.journal.profile(of: "Ada") == expected)
      #expect(try await bed.client.ask("PUT", "/api/v2/settings", ["wearer": "Eve"]).status == 400)
    }
  }

  @Test func `settings belong to the wearer whose data a browser shows`() async throws {
    try await PageTestbed.run { bed async throws in
      _ = try bed.journal.pair(
        DeviceID("D4:36:39:5B:07:02"), family: "heart-rate-monitor", name: "Bob's", wearer: "Bob",
        at: PageTestbed.moment)
      let language = try await bed.client.ask(
        "PUT", "/api/v2/settings", ["language": "de", "firstWeekday": "sunday"])
      #expect(language.json["settings"]?["language"] == "de")
      #expect(language.json["settings"]?["firstWeekday"] == "sunday")
      let bob = try await bed.client.ask("PUT", "/api/v2/settings", ["wearer": "Bob", "stepGoal": 7000])
      #expect(bob.json["settings"]?["wearer"] == "Bob")
      #expect(bob.json["settings"]?["stepGoal"] == 7000)
      #expect(bob.json["settings"]?["language"] == nil)
      #expect(try bed.journal.profile(of: "Ada") == Profile(language: "de", firstWeekday: .sunday))
      #expect(try bed.journal.profile(of: "Bob") == Profile(stepGoal: 7000))
      let wrong = try await bed.client.ask("PUT", "/api/v2/settings", ["sleepGoalMinutes": 100])
      #expect(
        wrong.json["error"]?["message"] == "'sleepGoalMinutes' must be a number of minutes from 240 to 720, or null.")
    }
  }

  @Test func `every point has an explanation with its bytes`() async throws {
    try await PageTestbed.run { bed async throws in
      let day = try await bed.client.get("/days/2026-11-19")
      let series = try #require(day.json.series("heart-rate"))
      let (times, values) = (series["times"]?.items ?? [], series["values"]?.items ?? [])
      #expect(times.count > 100 && times.count == values.count && times.first == 0)
      let start = try #require(series["start"]?.text.flatMap { Moment($0) })
      let seconds = try #require(times[50].double)
      let time = Moment(
        milliseconds: start.milliseconds + Int(seconds * 1000), secondsFromGMT: start.secondsFromGMT)
      let explained = try await bed.client.get("/explain/heart-rate@\(time)")
      #expect(explained.json["value"] == values[50])
      #expect(explained.json["frames"]?.items?.isEmpty == false)
      #expect(explained.json["messages"]?.items?.first?["type"] != nil)
      for figure in day.json["figures"]?.items ?? [] {
        guard let id = figure["explain"]?.text else {
          #expect(figure["value"] == nil || figure["id"] == "stress", "\(figure)")
          continue
        }
        #expect(try await bed.client.get("/explain/\(id)").status == 200, "\(id)")
      }
    }
  }

  @Test func `workout explanation has its frames`() async throws {
    try await PageTestbed.run { bed async throws in
      let workouts = try await bed.client.get("/workouts?from=2026-11-19&to=2026-11-20")
      let id = try #require(workouts.json["workouts"]?.items?.first?["id"]?.integer)
      let workout = try await bed.client.get("/workouts/\(id)")
      let explain = try #require(workout.json["explain"]?.text)
      let explained = try await bed.client.get("/explain/\(explain)")
      #expect(explained.status == 200, "\(explained.text)")
      #expect(explained.json["value"]?.double == workout.json["seconds"]?.double.map { $0 / 60 })
      #expect(explained.json["source"]?["device"] == "Ring")
      let readings = workout.json.series("heart-rate")?["times"]?.items?.count ?? 0
      #expect(readings > 10)
      #expect(explained.json["frames"]?.items?.isEmpty == false)
      #expect(explained.json["messages"]?.items?.allSatisfy { $0["type"] != "corrupt" } == true)
      #expect(try await bed.client.get("/explain/workout@99").status == 404)
    }
  }
}
