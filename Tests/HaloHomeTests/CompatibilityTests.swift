import Foundation
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@testable import HaloHome

/// Names that users and hooks depend on (docs/compatibility.md). New names may be added; none may be removed.
@Suite("Stable names for home automation")
struct CompatibilityTests {
  private let night = DeviceState.ring().with {
    $0.battery = DeviceState.Reading(4, at: .noon)
    $0.heartRate = DeviceState.Reading(58, at: .noon)
    $0.stepsToday = 4213
    $0.lastSeen = .noon
    $0.lastSync = .noon
    $0.problem = "no answer"
  }

  @Test func `topics and the keys of a device's state`() throws {
    let messages = Announcement(of: night, MQTTSettings(host: "broker")).messages
    #expect(
      Set(messages.map(\.topic)) == [
        "halo/c3_11_22_33_44_55/state", "halo/c3_11_22_33_44_55/availability",
        "homeassistant/device/halo_c3_11_22_33_44_55/config",
      ])
    let state = try #require(messages.first { $0.topic.hasSuffix("/state") })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(state.payload.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "battery", "battery_time", "charging", "heart_rate", "heart_rate_time", "last_seen", "last_sync",
        "night_asleep",
        "night_awake", "night_deep", "night_end", "night_light", "night_rem", "night_start", "present", "problem",
        "problem_reason", "steps",
      ])
  }

  @Test func `names of events, variables of a hook, and the keys on its standard input`() throws {
    #expect(
      Set(HookName.allCases.map(\.rawValue)) == [
        "new-night", "battery-low", "device-lost", "device-back", "sync-failed",
      ])
    let event = HookEvent(
      .newNight, mark: "1", of: night, at: .noon, night: .ending(Moment.noon.after(hours: -5), toldAfter: 1))
    let variables: Set = [
      "HALO_EVENT", "HALO_EVENT_ID", "HALO_TIME", "HALO_DEVICE", "HALO_DEVICE_ID", "HALO_FAMILY", "HALO_WEARER",
      "HALO_BATTERY", "HALO_STEPS", "HALO_HEART_RATE", "HALO_HEART_RATE_TIME", "HALO_LAST_SEEN", "HALO_LAST_SYNC",
      "HALO_PROBLEM", "HALO_NIGHT_START", "HALO_NIGHT_END", "HALO_NIGHT_ASLEEP", "HALO_NIGHT_DEEP", "HALO_NIGHT_LIGHT",
      "HALO_NIGHT_REM", "HALO_NIGHT_AWAKE",
    ]
    #expect(Set(event.environment.keys) == variables)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any])
    let names = variables.map { $0.dropFirst("HALO_".count).lowercased() }
    #expect(Set(object.keys) == Set(names + ["night_stages"]))
  }

  @Test func `reads the hook memory of 0.10, and ignores keys of a later version`() throws {
    let folder = try TemporaryFolder()
    // The format of 0.10, with an additional key.
    try """
    {
      "devices" : {
        "C3:11:22:33:44:55" : {
          "batteryIsLow" : true,
          "failureIsTold" : false,
          "isLost" : false,
          "since" : 1763600000000,
          "stepGoalIsTold" : true,
          "toldNightEnd" : 1763620000000
        }
      },
      "pending" : [
        {
          "device" : "ring",
          "environment" : { "HALO_EVENT" : "battery-low" },
          "id" : "battery-low C3:11:22:33:44:55 1",
          "json" : "{}",
          "name" : "battery-low"
        }
      ]
    }
    """.write(toFile: folder.path("home-hooks.json"), atomically: true, encoding: .utf8)
    let memory = try #require(try StateFile("home-hooks.json", in: folder.url.path()).read(HookMemory.self))
    let device = try #require(memory.devices["C3:11:22:33:44:55"])
    #expect(device.batteryIsLow && device.toldNightEnd == 1_763_620_000_000)
    #expect(memory.pending.map(\.id) == ["battery-low C3:11:22:33:44:55 1"])
  }

  @Test func `reads the devices announced by 0.10`() throws {
    let folder = try TemporaryFolder()
    try #"["halo/c3_11_22_33_44_55/state"]"#
      .write(toFile: folder.path("home-mqtt.json"), atomically: true, encoding: .utf8)
    #expect(
      try StateFile("home-mqtt.json", in: folder.url.path()).read(Set<String>.self) == ["halo/c3_11_22_33_44_55/state"])
  }
}
