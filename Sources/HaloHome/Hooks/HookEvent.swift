/// An event that runs a command, with all the data passed to it.
struct HookEvent: Codable, Sendable, Hashable {
  /// The event's unique ID; the same if the event is delivered again.
  let id: String
  let name: HookName
  /// The device's name.
  let device: String
  /// The environment variables for the command.
  let environment: [String: String]
  /// The same data and more, as JSON.
  let json: String

  /// Creates an event of a device at `now`. `mark` distinguishes it from other events of the same kind and device.
  init(_ name: HookName, mark: String, of state: DeviceState, at now: Moment, night: DeviceNight? = nil) {
    id = "\(name.rawValue) \(state.identifier) \(mark)"
    self.name = name
    device = state.name
    var variables: [String: JSONValue] = [
      "event": .text(name.rawValue), "event_id": .text(id), "time": .text(now.description),
      "device": .text(state.name), "device_id": .text(state.identifier), "family": .text(state.family),
      "wearer": .text(state.wearer), "battery": JSONValue(state.battery?.value), "steps": JSONValue(state.stepsToday),
      "heart_rate": JSONValue(state.heartRate?.value),
      "heart_rate_time": JSONValue(state.heartRate?.time.description),
      "last_seen": JSONValue(state.lastSeen?.description), "last_sync": JSONValue(state.lastSync?.description),
      "problem": JSONValue(state.problem),
    ]
    if let night { variables.merge(DeviceState.values(of: night).filter { $0.value != .null }) { $1 } }
    environment = variables.reduce(into: [:]) { environment, variable in
      switch variable.value {
      case .text(let text): environment["HALO_\(variable.key.uppercased())"] = text.filter { $0 != "\0" }
      case .number(let number): environment["HALO_\(variable.key.uppercased())"] = String(number)
      default: break
      }
    }
    if let night {
      variables["night_stages"] = .list(
        night.night.stages.map {
          .object(["stage": JSONValue($0.stage?.rawValue), "minutes": .number($0.minutes)])
        })
    }
    json = JSONValue.object(variables).json
  }
}
