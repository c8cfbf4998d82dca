extension DeviceTaskRunner {
  /// Reads a device's settings from it, after changing one of them if there is a change.
  func settings(
    of device: Device, changing change: (id: String, value: RequestField)? = nil
  ) async throws -> DeviceSettings {
    try await perform { [self] in
      try await engine.ask(device, for: "settings") { [self] driver in
        if let change { try await Self.change(change.id, change.value, driver) }
        return try await read(driver, device)
      }
    }
  }

  /// Writes a wearer's goals to devices that have their own goals, in the background. A cleared goal remains on the
  /// device.
  func writeGoals(_ profile: Profile, of wearer: String) {
    _ = begin { [self] in
      let devices = (try? await engine.journal.perform { try $0.devices() }) ?? []
      for device in devices
      where device.wearer == wearer && engine.registry.driver(device.family) is any ProfileConfigurable.Type {
        do {
          try await engine.ask(device, for: "settings") { driver in
            guard let driver = driver as? any ProfileConfigurable, let known = try await driver.goals() else {
              return
            }
            var goals = known
            goals.steps = profile.stepGoal ?? goals.steps
            goals.sleepMinutes = profile.sleepGoalMinutes ?? goals.sleepMinutes
            if goals != known { _ = try await driver.setGoals(goals) }
          }
        } catch is CancellationError {
        } catch {
          hub.sendProblem(
            of: device.id, Phrase("Your goals were saved, but could not be written to \(device.name)."),
            advice: Phrase("Change them in the device's settings when it is nearby."))
        }
      }
    }
  }

  private func read(_ driver: any Wearable, _ device: Device) async throws -> DeviceSettings {
    var rows: [DeviceSettings.Setting] = []
    if let driver = driver as? any Configurable {
      let settings = try await driver.settings()
      let now = engine.moment
      try await engine.journal.perform {
        try $0.note(settings.map(\.stored), of: device, at: now)
      }
      rows += settings.flatMap(DeviceSettings.rows)
    }
    if let driver = driver as? any ProfileConfigurable {
      if let goals = try await driver.goals() { rows += DeviceSettings.goals.map { $0.row(goals) } }
      if let profile = try await driver.profile() { rows += DeviceSettings.rows(profile) }
    }
    return DeviceSettings(settings: rows, readAt: engine.moment)
  }

  private static func change(_ id: String, _ value: RequestField, _ driver: any Wearable) async throws {
    let unknown = APIError.wrong("This device has no setting '\(id.prefix(60))'.")
    let parts = id.split(separator: ".").map(String.init)
    if parts.count == 2, let quantity = Metric(name: parts[0]) {
      guard let driver = driver as? any Configurable,
        let now = try await driver.settings().first(where: { $0.quantity == quantity })
      else { throw unknown }
      var isOn = now.isEnabled
      var minutes = now.intervalMinutes
      switch parts[1] {
      case "enabled":
        guard let flag = value.flag else { throw APIError.wrong("'\(id)' must be true or false.") }
        isOn = flag
      case "interval": minutes = try value.whole(id, in: DeviceSettings.intervals)
      default: throw unknown
      }
      _ = try await driver.configure(AutomaticMeasurement(quantity, isEnabled: isOn, intervalMinutes: minutes))
      return
    }
    guard let driver = driver as? any ProfileConfigurable else { throw unknown }
    if let goal = DeviceSettings.goals.first(where: { $0.id == id }), let goals = try await driver.goals() {
      _ = try await driver.setGoals(goal.set(value, in: goals))
    } else if let field = DeviceSettings.body.first(where: { $0.id == id }), let profile = try await driver.profile() {
      _ = try await driver.setProfile(field.set(value, in: profile))
    } else if id == DeviceSettings.genderID, var profile = try await driver.profile() {
      guard let gender = value.text.flatMap(WearerProfile.Gender.init) else {
        throw APIError.wrong("'\(id)' must be male, female or other.")
      }
      profile.gender = gender
      _ = try await driver.setProfile(profile)
    } else {
      throw unknown
    }
  }
}
