import HaloText
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloWearables
import HaloTesting
import Synchronization
import Testing

@testable import HaloDashboard

struct DeviceTests {
  @Test func `each scan reports all nearby devices`() async throws {
    try await PageTestbed.run(.ring, isGym: true) { bed async throws in
      // Repeat it, because a changed signal also reports a device again.
      for _ in 0..<40 {
        let found = try await bed.client.scan()
        #expect(Set(found.compactMap { $0["id"]?.text }).count == 3)
        #expect(found.last?["found"] == 3)
      }
    }
  }

  @Test func `the names of one quantity stand for one live measurement`() {
    let subjects = ["oxygenSaturation", "oxygen-saturation", "spo2"].map(LiveMeasurementHub.subject)
    #expect(Set(subjects) == [.quantity(.oxygenSaturation)])
    #expect(LiveMeasurementHub.subject("heart-rate") != subjects[0])
  }

  @Test func `a device is found, paired, renamed and unpaired`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let ring = try #require(try await bed.client.scan().first { $0["supported"] == true })
      #expect(ring["kind"] == "ring" && ring["paired"] == false)
      #expect(try await bed.client.ask("POST", "/api/v2/devices", ["id": "AA:BB:CC:DD:EE:FF"]).status == 404)
      let paired = try await bed.client.ask(
        "POST", "/api/v2/devices", ["id": ring["id"] ?? .null, "name": "Left hand", "wearer": "Ada"])
      #expect(paired.status == 200)
      #expect(Schema.problems(paired.json, "DeviceBrief") == [])
      let id = try #require(paired.json["id"]?.text)
      let renamed = try await bed.client.ask("PATCH", "/api/v2/devices/\(id)", ["name": "  Right hand\n"])
      #expect(renamed.json["name"] == "Right hand")
      #expect(try await bed.client.ask("PATCH", "/api/v2/devices/\(id)", ["name": "\u{7}"]).status == 400)
      let asked = try await bed.client.ask("DELETE", "/api/v2/devices/\(id)", ["keepData": true])
      #expect(asked.status == 409)
      #expect(Schema.problems(asked.json, "Confirmation") == [])
      #expect(try bed.journal.devices().count == 1)
      let confirmation = try #require(asked.json["confirmation"]?["id"])
      let other = try await bed.client.ask(
        "DELETE", "/api/v2/devices/\(id)", ["keepData": false, "confirmation": confirmation])
      #expect(other.status == 409)
      let again = try await bed.client.ask("DELETE", "/api/v2/devices/\(id)", ["keepData": true])
      let done = try await bed.client.ask(
        "DELETE", "/api/v2/devices/\(id)",
        again.confirming(["keepData": true]))
      #expect(done.status == 200)
      #expect(try bed.journal.devices().isEmpty)
    }
  }

  @Test func `a name of another device is refused at pairing and renaming`() async throws {
    try await PageTestbed.run(.ring, isGym: true) { bed async throws in
      let taken = try await bed.client.ask("PATCH", "/api/v2/devices/\(bed.strap)", ["name": "RING"])
      #expect(taken.status == 409)
      #expect(taken.json["error"]?["code"] == "nameTaken")
      #expect(taken.json["error"]?["message"] == "Another device already has the name 'RING'.")
      let found = try await bed.client.scan()
      let strap = try #require(try bed.journal.devices().first { $0.id == bed.strap })
      #expect(found.contains { $0["id"]?.text == strap.identifier.text })
      let paired = try await bed.client.ask(
        "POST", "/api/v2/devices", ["id": .string(strap.identifier.text), "name": "ring"])
      #expect(paired.status == 409)
      #expect(paired.json["error"]?["code"] == "nameTaken")
      #expect(try bed.journal.devices().map(\.name).contains(strap.name))
    }
  }

  @Test func `a device with data is not paired for another person`() async throws {
    try await PageTestbed.run { bed async throws in
      let ring = try #require(try bed.journal.devices().first { $0.id == bed.ring })
      _ = try await bed.client.scan()
      let paired = try await bed.client.ask(
        "POST", "/api/v2/devices", ["id": .string(ring.identifier.text), "wearer": "Ben"])
      #expect(paired.status == 409)
      #expect(paired.json["error"]?["code"] == "otherWearer")
      #expect(paired.json["error"]?["message"] == "The journal already has data of Ring, used by Ada.")
      #expect(try bed.journal.device(ring.identifier)?.wearer == "Ada")
    }
  }

  @Test func `sync sends progress events`() async throws {
    try await PageTestbed.run { bed async throws in
      async let events = bed.client.events("/events") { $0.contains("\"state\":\"done\"") }
      // Requested right after subscribing: earlier events are not sent again.
      let answer = try await bed.client.ask("POST", "/api/v2/devices/\(bed.ring)/sync")
      #expect(answer.status == 202)
      let received = try await events.text
      #expect(received.contains("event: hello"))
      #expect(received.contains("event: sync"))
    }
  }

  @Test func `a device that stores no days is synced on request`() async throws {
    try await PageTestbed.run(.ring, isGym: true) { bed async throws in
      async let events = bed.client.events("/events") { $0.contains("\"state\":\"done\"") }
      try await bed.clock.sleep(for: .seconds(1))
      #expect(try await bed.client.ask("POST", "/api/v2/devices/\(bed.strap)/sync").status == 202)
      #expect(try await events.text.contains("is synced."))
    }
  }

  @Test func `concurrent requests to one device are all answered`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let path = "/api/v2/devices/\(bed.ring)"
      async let settings = bed.client.ask("GET", path + "/settings")
      async let found = bed.client.ask("POST", path + "/actions/find")
      async let again = bed.client.ask("GET", path + "/settings")
      let answers = try await [settings, found, again]
      #expect(answers.map(\.status) == [200, 200, 200], "\(answers.map(\.text))")
    }
  }

  @Test func `settings are read and changed on the device`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let path = "/api/v2/devices/\(bed.ring)/settings"
      let before = try await bed.client.ask("GET", path)
      #expect(before.status == 200)
      #expect(Schema.problems(before.json, "DeviceSettings") == [])
      let after = try await bed.client.ask("PUT", path, ["id": "heart-rate.interval", "value": 20])
      #expect(after.status == 200, "\(after.text)")
      let row = after.json["settings"]?.items?.first { $0["id"] == "heart-rate.interval" }
      #expect(row?["value"] == 20)
      for (id, value) in [("heart-rate.interval", 0), ("nothing.enabled", 1), ("wearer.age", 500)] as [(String, Int)] {
        #expect(try await bed.client.ask("PUT", path, ["id": .string(id), "value": JSON(value)]).status == 400)
      }
    }
  }

  @Test func `a goal that is changed on the page is written to a ring with own goals`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      func goals() async throws -> [Int?] {
        let rows =
          try await bed.client.ask("GET", "/api/v2/devices/\(bed.ring)/settings").json["settings"]?.items ?? []
        return ["goal.steps", "goal.sleep", "goal.energy"].map { id in
          rows.first { $0["id"]?.text == id }?["value"]?.integer
        }
      }
      let before = try await goals()
      #expect(before[0] != 9000 && before[1] != 435 && before[2] != nil)
      let input: JSON = ["stepGoal": 9000, "sleepGoalMinutes": 435]
      #expect(try await bed.client.ask("PUT", "/api/v2/settings", input).status == 200)
      // The response does not wait for the ring.
      try await bed.home.wait(for: "the goals on the ring") { try await goals()[0] == 9000 }
      #expect(try await goals() == [9000, 435, before[2]])
    }
  }

  @Test func `a goal that cannot be written to a ring is saved and reported`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      try bed.journal.forget(try #require(bed.journal.devices().first), withData: false, at: PageTestbed.moment)
      _ = try bed.journal.pair(
        DeviceID("D4:36:39:5B:07:03"), family: ColmiRingDriver.family.id, name: "Other", wearer: "Ada",
        at: PageTestbed.moment)
      async let events = bed.client.events("/events") { $0.contains("event: problem") }
      try await bed.clock.sleep(for: .seconds(1))
      #expect(try await bed.client.ask("PUT", "/api/v2/settings", ["stepGoal": 9000]).status == 200)
      #expect(try await events.text.contains("Your goals were saved, but could not be written to Other"))
      #expect(try bed.journal.profile(of: "Ada").stepGoal == 9000)
    }
  }

  @Test func `find makes a device blink`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let answer = try await bed.client.ask("POST", "/api/v2/devices/\(bed.ring)/actions/find")
      #expect(answer.status == 200)
      #expect(answer.json["words"]?.text?.contains("blinking") == true)
    }
  }

  @Test(arguments: ["factory-reset", "power-off"])
  func `dangerous commands require confirmation`(_ order: String) async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let path = "/api/v2/devices/\(bed.ring)/actions/\(order)"
      let asked = try await bed.client.ask("POST", path)
      #expect(asked.status == 409)
      let sessions = try bed.journal.sessions(
        of: try bed.journal.devices()[0], since: .init(milliseconds: 0, secondsFromGMT: 0))
      #expect(!sessions.contains { $0.purpose == "do \(order)" })
      let done = try await bed.client.ask("POST", path, asked.confirming())
      #expect(done.status == 200, "\(done.text)")
      #expect(try await bed.client.ask("POST", "/api/v2/devices/\(bed.ring)/actions/explode").status == 404)
    }
  }

  // Over TCP: the viewers disconnect.
  @Test func `live measurement is shared and ends with its last viewer`() async throws {
    try await PageTestbed.run(.ring, tcpSpeed: 200) { bed async throws in
      let path = "/devices/\(bed.ring)/live/heart-rate"
      async let first = bed.client.events(path) { $0.contains("event: value") }
      async let second = bed.client.events(path) { $0.contains("event: value") }
      for received in [try await first, try await second] {
        #expect(received.status == 200)
        #expect(received.text.contains("\"unit\":\"bpm\""))
      }
      // The light turns off, and the ring is available again.
      try await bed.home.wait(for: "the end of the measurement", upTo: .seconds(3600)) {
        try await bed.client.ask("POST", "/api/v2/devices/\(bed.ring)/actions/find").status == 200
      }
      let device = try bed.journal.devices()[0]
      let sessions = try bed.journal.sessions(of: device, since: .init(milliseconds: 0, secondsFromGMT: 0))
      #expect(sessions.count { $0.purpose == "live" } <= 2)
    }
  }

  @Test func `live measurement reconnects after a lost connection`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let ring = try #require(try bed.journal.devices().first).identifier
      let lost = "was lost. Reconnecting"
      let isAway = Mutex<Bool?>(nil)
      let received = try await bed.client.events("/devices/\(bed.ring)/live/heart-rate") { text in
        isAway.withLock { isAway in
          switch isAway {
          case nil where text.contains("event: value"):
            isAway = true
            Task(executorPreference: TaskScope.executor) { await bed.medium.move(ring, to: 500) }
          case true where text.contains(lost):
            isAway = false
            Task(executorPreference: TaskScope.executor) { await bed.medium.move(ring, to: 0.6) }
          case false: return text.components(separatedBy: lost).last?.contains("event: value") == true
          default: break
          }
          return false
        }
      }
      #expect(received.text.components(separatedBy: "event: value").count > 2)
      #expect(!received.text.contains("\"state\":\"failed\""))
    }
  }

  @Test func `live measurement fails if the ring stays away`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let ring = try #require(try bed.journal.devices().first).identifier
      await bed.medium.move(ring, to: 500)
      let received = try await bed.client.events("/devices/\(bed.ring)/live/heart-rate") { $0.contains("event: end") }
      #expect(received.text.contains("\"state\":\"failed\""), "\(received.text)")
      #expect(received.text.contains("Ring"))
      // The device is nearby again and can be measured.
      await bed.medium.move(ring, to: 0.6)
      let again = try await bed.client.events("/devices/\(bed.ring)/live/heart-rate") { $0.contains("event: value") }
      #expect(again.text.contains("\"unit\":\"bpm\""))
    }
  }

  @Test func `raw readings are sent in batches`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      let received = try await bed.client.events("/devices/\(bed.ring)/live/raw") { $0.contains("event: rate") }
      #expect(received.text.contains("\"channel\":\"accelerometer\""))
      #expect(received.text.contains("\"measured\":"))
    }
  }

  @Test func `unsupported measurement is refused`() async throws {
    try await PageTestbed.run(.ring) { bed async throws in
      #expect(try await bed.client.get("/devices/\(bed.ring)/live/nonsense").status == 404)
      #expect(try await bed.client.get("/devices/4711/live/heart-rate").status == 404)
      #expect(try await bed.client.get("/devices/x/battery").status == 404)
    }
  }
}
