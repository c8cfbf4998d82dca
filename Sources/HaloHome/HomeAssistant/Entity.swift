/// An entity of a device in Home Assistant: its type, and its key in the state message.
///
/// Device classes, state classes and units follow Home Assistant's documentation of `sensor` and `binary_sensor`. There
/// is no `expire_after`: it counts from a message's arrival, so that a resent old heart rate would appear fresh.
struct Entity: Sendable {
  enum Platform: String { case sensor, binarySensor = "binary_sensor" }

  let key: String
  let name: String
  let value: MQTTSettings.Value
  var platform = Platform.sensor
  var deviceClass: String?
  var stateClass: String?
  var unit: String?
  var isDiagnostic = false
  var icon: String?
  /// The key of the measurement time in the state.
  var time: String?

  static let all: [Entity] = [
    Entity(
      key: "battery", name: "Battery", value: .battery, deviceClass: "battery", stateClass: "measurement", unit: "%",
      isDiagnostic: true, time: "battery_time"),
    Entity(
      key: "charging", name: "Charging", value: .battery, platform: .binarySensor, deviceClass: "battery_charging",
      isDiagnostic: true),
    Entity(
      key: "steps", name: "Steps today", value: .steps, stateClass: "total_increasing", unit: "steps", icon: "mdi:walk"),
    Entity(
      key: "heart_rate", name: "Heart rate", value: .heartRate, stateClass: "measurement", unit: "bpm",
      icon: "mdi:heart-pulse", time: "heart_rate_time"),
    Entity(key: "night_start", name: "Fell asleep", value: .night, deviceClass: "timestamp"),
    Entity(key: "night_end", name: "Woke up", value: .night, deviceClass: "timestamp"),
    minutes("asleep", "Asleep", icon: "mdi:sleep"),
    minutes("deep", "Deep sleep"),
    minutes("light", "Light sleep"),
    minutes("rem", "REM sleep"),
    minutes("awake", "Awake in the night"),
    Entity(key: "present", name: "Present", value: .presence, platform: .binarySensor, deviceClass: "presence"),
    Entity(
      key: "last_seen", name: "Last seen", value: .presence, deviceClass: "timestamp", isDiagnostic: true),
    Entity(key: "last_sync", name: "Last sync", value: .sync, deviceClass: "timestamp", isDiagnostic: true),
    Entity(
      key: "problem", name: "Sync problem", value: .sync, platform: .binarySensor, deviceClass: "problem",
      isDiagnostic: true),
  ]

  private static func minutes(_ key: String, _ name: String, icon: String? = nil) -> Entity {
    Entity(
      key: "night_\(key)", name: name, value: .night, deviceClass: "duration", stateClass: "measurement", unit: "min",
      icon: icon)
  }

  /// Returns the entity's part of a discovery message; without `isEnabled`, the value that removes it from Home
  /// Assistant.
  func component(id: String, stateTopic: String, isEnabled: Bool) -> JSONValue {
    var component: [String: JSONValue] = ["platform": .text(platform.rawValue)]
    guard isEnabled else { return .object(component) }
    component["unique_id"] = .text("\(id)_\(key)")
    component["name"] = .text(name)
    component["value_template"] = .text(template)
    for (name, value) in [
      ("device_class", deviceClass), ("state_class", stateClass), ("unit_of_measurement", unit), ("icon", icon),
      ("entity_category", isDiagnostic ? "diagnostic" : nil),
    ] {
      component[name] = value.map { .text($0) }
    }
    let attribute = time.map { "'measured': value_json.\($0)" }
    if let attribute = attribute ?? (key == "problem" ? "'reason': value_json.problem_reason" : nil) {
      component["json_attributes_topic"] = .text(stateTopic)
      component["json_attributes_template"] = .text("{{ {\(attribute)} | tojson }}")
    }
    return .object(component)
  }

  /// Converts `null` to `None`, which Home Assistant shows as unknown.
  private var template: String {
    switch platform {
    case .sensor: "{{ value_json.\(key) }}"
    case .binarySensor:
      "{{ 'None' if value_json.\(key) is none else ('ON' if value_json.\(key) else 'OFF') }}"  // prose:allow Jinja
    }
  }
}

extension Entity {
  /// The entity of a metric without one of its own. Home Assistant knows some classes by their unit.
  init(_ metric: Metric) {
    let key = metric.exportName.replacing("-", with: "_")
    let unit = metric.unit.symbol
    self.init(
      key: key, name: metric.title.english, value: .measurements,
      deviceClass: ["kg": "weight", "g": "weight", "°C": "temperature"][unit], stateClass: "measurement",
      unit: unit.isEmpty ? nil : unit, time: "\(key)_time")
  }
}
