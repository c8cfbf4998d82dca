import HaloEngine
import HaloReports
import Synchronization

extension DeviceTaskRunner {
  // MARK: Settings

  /// Reads a device's settings from it.
  func settings(of device: Device) async throws -> JSON {
    try await perform { [self] in
      try await engine.ask(device, for: "settings") { [self] driver in try await read(driver, device) }
    }
  }

  /// Changes one setting and reads all settings again.
  func set(_ id: String, to value: RequestField, of device: Device) async throws -> JSON {
    try await perform { [self] in
      try await engine.ask(device, for: "settings") { [self] driver in
        try await Self.change(id, value, driver)
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

  private func read(_ driver: any Wearable, _ device: Device) async throws -> JSON {
    var rows: [JSON] = []
    if let driver = driver as? any Configurable {
      let settings = try await driver.settings()
      let now = engine.moment
      try await engine.journal.perform {
        try $0.note(settings.map(\.stored), of: device, at: now)
      }
      for setting in settings { rows += Self.rows(setting) }
    }
    if let driver = driver as? any ProfileConfigurable {
      if let goals = try await driver.goals() { rows += Self.rows(goals) }
      if let profile = try await driver.profile() { rows += Self.rows(profile) }
    }
    return ["settings": .array(rows), "readAt": JSON(words: engine.moment)]
  }

  private static func change(_ id: String, _ value: RequestField, _ driver: any Wearable) async throws {
    let parts = id.split(separator: ".").map(String.init)
    let unknown = APIError.wrong("This device has no setting '\(id.prefix(60))'.")
    guard parts.count == 2 else { throw unknown }
    func number(_ range: ClosedRange<Int>) throws -> Int {
      guard let number = value.integer, range.contains(number) else {
        throw APIError.wrong("'\(id)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
    if let quantity = Metric(name: parts[0]) {
      guard let driver = driver as? any Configurable else { throw unknown }
      guard let now = try await driver.settings().first(where: { $0.quantity == quantity }) else { throw unknown }
      switch parts[1] {
      case "enabled":
        guard let isOn = value.flag else { throw APIError.wrong("'\(id)' must be true or false.") }
        _ = try await driver.configure(
          AutomaticMeasurement(quantity, isEnabled: isOn, intervalMinutes: now.intervalMinutes))
      case "interval":
        _ = try await driver.configure(
          AutomaticMeasurement(quantity, isEnabled: now.isEnabled, intervalMinutes: try number(1...255)))
      default: throw unknown
      }
      return
    }
    guard let driver = driver as? any ProfileConfigurable else { throw unknown }
    switch parts[0] {
    case "goal":
      guard var goals = try await driver.goals() else { throw unknown }
      switch parts[1] {
      case "steps": goals.steps = try number(500...50_000)
      case "energy": goals.kilocalories = try number(10...10_000)
      case "distance": goals.meters = try number(100...100_000)
      case "sport": goals.sportMinutes = try number(1...1440)
      case "sleep": goals.sleepMinutes = try number(60...1440)
      default: throw unknown
      }
      _ = try await driver.setGoals(goals)
    case "wearer":
      guard var profile = try await driver.profile() else { throw unknown }
      switch parts[1] {
      case "age": profile.age = try number(1...120)
      case "height": profile.heightCentimeters = try number(50...250)
      case "weight": profile.weightKilograms = try number(20...250)
      case "gender":
        guard let gender = value.text.flatMap(WearerProfile.Gender.init) else {
          throw APIError.wrong("'\(id)' must be male, female or other.")
        }
        profile.gender = gender
      default: throw unknown
      }
      _ = try await driver.setProfile(profile)
    default: throw unknown
    }
  }

  private static func row(
    _ id: String, _ name: Phrase, _ words: Phrase, _ type: String, _ value: JSON, unit: Phrase? = nil,
    _ range: ClosedRange<Int>? = nil, step: Int? = nil, choices: [(String, Phrase)]? = nil, note: Phrase? = nil
  ) -> JSON {
    [
      "id": .string(id), "name": .phrase(name), "words": .phrase(words), "type": .string(type), "value": value,
      "unit": JSON(unit), "low": JSON(range?.lowerBound), "high": JSON(range?.upperBound), "step": JSON(step),
      "choices": choices.map { .array($0.map { ["value": .string($0.0), "name": .phrase($0.1)] }) } ?? .null,
      "note": JSON(note),
    ]
  }

  private static func rows(_ setting: AutomaticMeasurement) -> [JSON] {
    let id = setting.quantity.shortName
    let measure = Phrase("Measure \(setting.quantity.phrase) automatically")
    let every = setting.intervalMinutes.map { Phrase("Every \($0) minutes") }
    var rows = [
      row(
        "\(id).enabled", measure, setting.isEnabled ? every ?? Phrase("On") : Phrase("Off"), "toggle",
        .bool(setting.isEnabled))
    ]
    if let every {
      rows.append(
        row(
          "\(id).interval", Phrase("\(setting.quantity.title): minutes between two measurements"), every,
          "number", JSON(setting.intervalMinutes), unit: Phrase("min"), 1...255,
          step: 1, note: Phrase("Shorter intervals use more battery. Some firmware accepts only certain values.")))
    }
    return rows
  }

  private static func rows(_ goals: DailyGoals) -> [JSON] {
    func goal(
      _ id: String, _ name: Phrase, _ words: Phrase, _ value: Int, _ unit: Phrase, _ range: ClosedRange<Int>,
      _ step: Int
    ) -> JSON {
      row(
        "goal.\(id)", name, words, "number", JSON(value), unit: unit, range, step: step,
        note: Phrase("This goal is used only on the device."))
    }
    let (sport, sleep) = (goals.sportMinutes, goals.sleepMinutes)
    return [
      goal(
        "steps", Phrase("Goal on the device: steps"), Phrase("\(goals.steps) steps per day"), goals.steps,
        Phrase("steps"), 500...50_000, 500),
      goal(
        "energy", Phrase("Goal on the device: energy"), Phrase("\(goals.kilocalories) kcal per day"),
        goals.kilocalories, Phrase("kcal"), 10...10_000, 10),
      goal(
        // measures:allow the field is in meters
        "distance", Phrase("Goal on the device: distance"), Phrase("\(goals.meters) m per day"), goals.meters,
        Phrase("m"), 100...100_000, 100),
      goal(
        "sport", Phrase("Goal on the device: exercise"), Phrase("\(sport) min per day"), sport, Phrase("min"),
        1...1440,
        5),
      goal(
        "sleep", Phrase("Goal on the device: sleep"), Phrase("\(sleep) min per day"), sleep, Phrase("min"), 60...1440,
        15),
    ]
  }

  private static func rows(_ profile: WearerProfile) -> [JSON] {
    let note = Phrase("The device uses this to estimate energy and distance.")
    let (height, weight) = (profile.heightCentimeters, profile.weightKilograms)
    return [
      row(
        "wearer.age", Phrase("Age"), Phrase("\(profile.age) years"), "number", JSON(profile.age),
        unit: Phrase("years"), 1...120, step: 1, note: note),
      row(
        "wearer.height", Phrase("Height"), Phrase("\(height) cm"), "number", JSON(height), unit: Phrase("cm"),
        50...250, step: 1, note: note),
      row(
        // measures:allow the field is in kilograms
        "wearer.weight", Phrase("Weight"), Phrase("\(weight) kg"), "number", JSON(weight), unit: Phrase("kg"),
        20...250, step: 1, note: note),
      row(
        "wearer.gender", Phrase("Gender"), word(profile.gender), "choice", .string(profile.gender.rawValue),
        choices: WearerProfile.Gender.allCases.map { ($0.rawValue, word($0)) }, note: note),
    ]
  }

  private static func word(_ gender: WearerProfile.Gender) -> Phrase {
    switch gender {
    case .male: Phrase("Male")
    case .female: Phrase("Female")
    case .other: Phrase("Other or not given")
    }
  }

  // MARK: Scanning

  /// Duration of a scan.
  private static let scan = Duration.seconds(10)

  /// Scans for devices and returns them as events.
  func look(_ seen: SeenDevices) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(256))
    // Each scan reports every nearby device again.
    let shown = SeenDevices()
    let wording = Wording.current
    let work = begin { [self] in
      @Sendable func send(_ event: String, _ data: JSON) {
        _ = continuation.yield(Wording.$current.withValue(wording) { data.event(event) })
      }
      do {
        let paired = Set(try await engine.journal.perform { try $0.devices() }.map(\.identifier))
        try await engine.look(for: Self.scan) { advertisement in
          guard let latest = shown.addIfChanged(seen.add(advertisement)) else { return }
          send("found", self.found(latest, isPaired: paired.contains(latest.device)))
        }
        let count = shown.count(supportedBy: engine.registry)
        let words =
          switch count {
          case 0:
            Phrase(
              "No wearable was found. Bring it closer, wake it on its charger, and close its app on your phone, which may be connected to it."
            )
          case 1: Phrase("One device was found.")
          default: Phrase("\(count) devices were found.")
          }
        send("end", ["found": JSON(count), "words": .phrase(words)])
      } catch {
        send("end", ["found": 0, "words": .phrase(APIError(error).what)])
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }

  private func found(_ advertisement: Advertisement, isPaired: Bool) -> JSON {
    let driver = engine.registry.driver(for: advertisement)
    let strength = advertisement.rssi.map {
      $0 > -55
        ? Phrase("strong signal, nearby")
        : $0 > -75 ? Phrase("medium signal, probably in the same room") : Phrase("weak signal, farther away")
    }
    return [
      "id": .string(advertisement.device.text), "name": .string(advertisement.name ?? advertisement.device.text),
      "model": JSON(driver?.family.name), "kind": .string((driver?.family.kind ?? .other).rawValue),
      "supported": .bool(driver != nil), "paired": .bool(isPaired), "signal": JSON(advertisement.rssi),
      "words": JSON(
        Phrase.list([driver?.family.name ?? Phrase("not supported by Halo"), strength].compactMap(\.self))),
    ]
  }
}

/// The devices that were seen recently, each with its latest advertisement. Pairing requires such a device.
final class SeenDevices: Sendable {
  private let seen = Mutex<[DeviceID: Advertisement]>([:])

  /// Adds an advertisement and returns the device's merged advertisement.
  func add(_ advertisement: Advertisement) -> Advertisement { replace(advertisement).now }

  /// Adds an advertisement. Returns the merged one if the device is new, its name changed, or its RSSI changed by at
  /// least 6 dB.
  func addIfChanged(_ advertisement: Advertisement) -> Advertisement? {
    let (before, now) = replace(advertisement)
    let isSignalChanged = abs((now.rssi ?? 0) - (before?.rssi ?? 0)) >= 6
    return before == nil || before?.name != now.name || isSignalChanged ? now : nil
  }

  private func replace(_ advertisement: Advertisement) -> (before: Advertisement?, now: Advertisement) {
    seen.withLock { seen in
      let before = seen[advertisement.device]
      let now = advertisement.named(asIn: before)
      if seen.count > 1000, before == nil { seen = [:] }
      seen[advertisement.device] = now
      return (before, now)
    }
  }

  func find(_ id: String) -> Advertisement? { seen.withLock { $0.values.first { $0.device.text == id } } }

  /// Number of devices that Halo supports.
  func count(supportedBy registry: DriverRegistry) -> Int {
    seen.withLock { $0.values.count { registry.driver(for: $0) != nil } }
  }
}
