import Foundation
import HaloHealth
import HaloText
import Testing

@testable import HaloHome

@Suite("The messages of a device")
struct AnnouncementTests {
  private func messages(_ state: DeviceState, send: Set<MQTTSettings.Value>? = nil) throws -> [String: NSDictionary] {
    var settings = MQTTSettings(host: "broker")
    if let send { settings.send = send }
    var messages: [String: NSDictionary] = [:]
    for message in Announcement(of: state, settings).messages where message.payload.hasPrefix("{") {
      messages[message.topic] =
        try JSONSerialization.jsonObject(with: Data(message.payload.utf8)) as? NSDictionary
    }
    return messages
  }

  private static let topic = "halo/c3_11_22_33_44_55/state"
  private static let discovery = "homeassistant/device/halo_c3_11_22_33_44_55/config"

  @Test func `unknown values are null, and a device without data is not available`() throws {
    let state = try #require(try messages(.ring())[Self.topic])
    for (key, value) in state where key as? String != "problem" { #expect(value is NSNull, "\(key) is \(value)") }
    let last = try #require(Announcement(of: .ring(), MQTTSettings(host: "b")).messages.last)
    #expect(last == RetainedMessage(topic: "halo/c3_11_22_33_44_55/availability", payload: "offline"))
  }

  @Test func `known values are sent, including zero`() throws {
    let state = DeviceState.ring().with {
      $0.battery = DeviceState.Reading(64, at: .noon)
      $0.stepsToday = 0
      $0.isPresent = false
      $0.lastSeen = Moment.noon.after(hours: -0.05)
      $0.nights = [.ending(Moment.noon.after(hours: -5), toldAfter: 1)]
      $0.problem = "no answer"
    }
    let values = try #require(try messages(state)[Self.topic])
    #expect(values["battery"] as? Int == 64)
    #expect(values["battery_time"] as? String == "2026-11-20T12:00:00+02:00")
    #expect(values["steps"] as? Int == 0)
    #expect(values["present"] as? Bool == false)
    #expect(values["last_seen"] as? String == "2026-11-20T11:55:00+02:00")
    #expect(values["night_start"] as? String == "2026-11-19T23:00:00+02:00")
    #expect(values["night_end"] as? String == "2026-11-20T07:00:00+02:00")
    #expect(values["night_asleep"] as? Int == 420)
    #expect(values["night_deep"] as? Int == 60)
    #expect(values["night_awake"] as? Int == 60)
    #expect(values["problem_reason"] as? String == "no answer")
    #expect(Announcement(of: state, MQTTSettings(host: "b")).messages.last?.payload == "online")
  }

  @Test func `a measured metric has an entity of its own, which never replaces another`() throws {
    let (grip, problem) = (
      Metric("announcedGrip", unit: Unit("kg"), title: "Grip", values: 0...200),
      Metric("problem", unit: Unit("N"), title: "Problem", values: 0...9)
    )
    let state = DeviceState.ring().with {
      $0.measurements = [
        .init(metric: grip, value: 41.756, time: .noon), .init(metric: problem, value: 3, time: .noon),
        .init(metric: .oxygenSaturation, value: 97, time: .noon),
      ]
    }
    let all = try messages(state)
    let values = try #require(all[Self.topic] as? [String: Any])
    #expect(values["announced_grip"] as? Double == 41.76 && values["oxygen_saturation"] as? Double == 97)
    #expect(values["announced_grip_time"] as? String == Moment.noon.description)
    #expect(values["problem"] as? Bool == false)
    let components = try #require(all[Self.discovery]?["components"] as? [String: [String: Any]])
    #expect(components["announced_grip"]?["device_class"] as? String == "weight")
    #expect(components["announced_grip"]?["unit_of_measurement"] as? String == "kg")
    #expect(components["oxygen_saturation"]?["name"] as? String == "SpO₂")
    #expect(components["problem"]?["platform"] as? String == "binary_sensor")
    // A metric that was not measured has no entity, and one that is not sent is removed.
    #expect(components["stress"] == nil)
    let without = try #require(
      try messages(state, send: [.steps])[Self.discovery]?["components"] as? [String: [String: Any]])
    #expect(without["announced_grip"]?.count == 1)
  }

  @Test func `frequent advertisements do not cause frequent messages`() throws {
    let state = DeviceState.ring().with { $0.lastSeen = .noon }
    let later = state.with { $0.lastSeen = Moment.noon.after(hours: 0.08) }
    #expect(try messages(state) == messages(later))
  }

  @Test func `IDs do not depend on the device's name, and excluded values are absent`() throws {
    let state = DeviceState.ring().with {
      $0.heartRate = DeviceState.Reading(58, at: .noon)
      $0.stepsToday = 1234
    }
    func ids(_ state: DeviceState) throws -> Set<String> {
      let components = try #require(try messages(state)[Self.discovery]?["components"] as? [String: [String: Any]])
      return Set(components.values.compactMap { $0["unique_id"] as? String })
    }
    #expect(try ids(state) == ids(state.with { $0.name = "Right hand" }))
    #expect(try ids(state).contains("halo_c3_11_22_33_44_55_heart_rate"))
    let chosen = try messages(state, send: [.battery])
    #expect(Set(try #require(chosen[Self.topic]?.allKeys as? [String])) == ["battery", "battery_time", "charging"])
    #expect(!chosen.values.contains { "\($0)".contains("1234") || "\($0)".contains("58;") })
  }
}
