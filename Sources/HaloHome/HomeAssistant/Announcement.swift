/// The retained messages of a device: its Home Assistant discovery message, its state and its availability.
struct Announcement: Sendable {
  private let state: DeviceState
  private let settings: MQTTSettings
  private let topics: Topics

  init(of state: DeviceState, _ settings: MQTTSettings) {
    self.state = state
    self.settings = settings
    topics = Topics(settings: settings)
  }

  /// The retained messages, in the order in which they must be sent.
  var messages: [RetainedMessage] {
    [
      RetainedMessage(topic: topics.discovery(state.identifier), payload: discovery.json),
      RetainedMessage(topic: topics.state(state.identifier), payload: values.json),
      RetainedMessage(
        topic: topics.availability(state.identifier), payload: state.lastSeen == nil ? "offline" : "online"),
    ]
  }

  /// The device's discovery message, as supported by Home Assistant 2024.12 and later
  /// (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
  private var discovery: JSONValue {
    let id = Topics.id(state.identifier)
    var device: [String: JSONValue] = [
      "identifiers": .list([.text(id)]), "name": .text(state.name), "model": .text(state.model ?? state.family),
    ]
    device["hw_version"] = state.hardware.map { .text($0) }
    device["sw_version"] = state.firmware.map { .text($0) }
    var components: [String: JSONValue] = [:]
    // If a driver's metric has the name of an entity, the entity counts.
    for entity in state.measurements.map({ Entity($0.metric) }) + Entity.all {
      // Few devices report whether they are charging: do not create an entity that stays unknown.
      if entity.key == "charging", state.isCharging == nil, settings.send.contains(.battery) { continue }
      components[entity.key] = entity.component(
        id: id, stateTopic: topics.state(state.identifier), isEnabled: settings.send.contains(entity.value))
    }
    return .object([
      "device": .object(device), "origin": .object(["name": .text("Halo")]), "components": .object(components),
      "state_topic": .text(topics.state(state.identifier)), "qos": .number(1),
      "availability": .list([
        .object(["topic": .text(topics.status)]), .object(["topic": .text(topics.availability(state.identifier))]),
      ]), "availability_mode": .text("all"),
    ])
  }

  /// The values to send; an unknown value is `null`.
  private var values: JSONValue {
    var values: [String: JSONValue] = [:]
    if settings.send.contains(.measurements) {
      for measured in state.measurements {
        let key = Entity(measured.metric).key
        values[key] = .decimal(measured.value.rounded(parts: 100))
        values["\(key)_time"] = .text(measured.time.description)
      }
    }
    if settings.send.contains(.battery) {
      values["battery"] = JSONValue(state.battery?.value)
      values["battery_time"] = JSONValue(state.battery?.time.description)
      values["charging"] = JSONValue(state.isCharging)
    }
    if settings.send.contains(.steps) { values["steps"] = JSONValue(state.stepsToday) }
    if settings.send.contains(.heartRate) {
      values["heart_rate"] = JSONValue(state.heartRate?.value)
      values["heart_rate_time"] = JSONValue(state.heartRate?.time.description)
    }
    if settings.send.contains(.night) { values.merge(DeviceState.values(of: state.lastNight)) { $1 } }
    if settings.send.contains(.presence) {
      values["present"] = JSONValue(state.isPresent)
      values["last_seen"] = JSONValue(state.lastSeen?.roundedToFiveMinutes.description)
    }
    if settings.send.contains(.sync) {
      values["last_sync"] = JSONValue(state.lastSync?.description)
      values["problem"] = .flag(state.problem != nil)
      values["problem_reason"] = JSONValue(state.problem)
    }
    return .object(values)
  }
}

extension Moment {
  /// Rounded to five minutes: a device that advertises every second must not cause a message every second.
  fileprivate var roundedToFiveMinutes: Moment {
    let span = Duration.minutes(5).milliseconds
    return Moment(milliseconds: milliseconds.floorDivided(by: span) * span, secondsFromGMT: secondsFromGMT)
  }
}
