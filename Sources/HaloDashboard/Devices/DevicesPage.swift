#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables
  import Synchronization

  /// Devices as the page shows them.
  final class DevicesPage: Sendable {
    private let desk: Desk
    /// The charge of each device, which takes some reading, for a minute.
    private let batteries = Mutex<[Int: (time: ContinuousClock.Instant, json: JSON)]>([:])

    init(_ desk: Desk) { self.desk = desk }

    private var registry: DriverRegistry { desk.engine.registry }

    /// The device of that number.
    static func find(_ id: String, _ journal: Journal) throws -> Device {
      guard let number = Int(id), let device = try journal.devices().first(where: { $0.id == number }) else {
        throw APIError(
          .notFound, "noDevice", "No device by the number \(id.prefix(20)) is paired.",
          advice: "The Devices page lists those that are.")
      }
      return device
    }

    /// A device in brief.
    func brief(_ device: Device, _ journal: Journal) throws -> [JSON.Member] {
      let now = desk.engine.moment
      let last = try journal.lastSync(of: device)
      let (state, words) = state(of: device, lastSync: last, now: now)
      return [
        .init(name: "id", value: JSON(words: device.id)), .init(name: "name", value: .string(device.name)),
        .init(name: "model", value: JSON(registry.family(device.family)?.name)),
        .init(name: "kind", value: .string(registry.kind(of: device.family).rawValue)),
        .init(name: "state", value: .string(state)),
        .init(name: "stateWords", value: .string(words)), .init(name: "battery", value: try battery(device, journal)),
        .init(
          name: "lastSync",
          value: JSON(words: last.map { Moment(milliseconds: $0.milliseconds, secondsFromGMT: now.secondsFromGMT) })),
        .init(name: "wearer", value: .string(device.wearer)),
      ]
    }

    private func state(of device: Device, lastSync: Moment?, now: Moment) -> (String, String) {
      let synced = lastSync.map { ", last synced \(PageWords.ago($0, now: now))" } ?? ""
      if let doing = desk.doing(device.id) {
        switch doing {
        case Desk.recordingWorkout: return ("measuring", "Recording a workout now")
        case "measuring": return ("measuring", "Measuring now")
        default: return ("syncing", "Syncing now")
        }
      }
      if desk.radioProblem != nil { return ("radio-off", "Bluetooth cannot be used") }
      guard let status = desk.status(of: device.id) else {
        return lastSync == nil ? ("never-seen", "Not synced yet") : ("away", "Paired\(synced)")
      }
      switch status.state {
      case .searching:
        return lastSync == nil
          ? ("never-seen", "Not seen yet: Halo is looking for it") : ("away", "Halo is looking for it\(synced)")
      case .connecting: return ("connected", "Connecting\(synced)")
      case .syncing: return ("syncing", "Syncing now")
      case .waiting:
        guard let problem = status.problem else { return ("near", "Near\(synced)") }
        return ("away", "\(problem)\(synced)")
      case .lent: return ("connected", "In use\(synced)")
      case .radio: return ("radio-off", "Bluetooth cannot be used")
      }
    }

    private func battery(_ device: Device, _ journal: Journal) throws -> JSON {
      // One reads it, and the others wait for that: after a sync every page asks at once.
      try batteries.withLock { batteries in
        let now = ContinuousClock.now
        if let known = batteries[device.id], now - known.time < .seconds(60) { return known.json }
        let json = try Self.battery(device, journal, now: desk.engine.moment)
        batteries[device.id] = (now, json)
        return json
      }
    }

    /// Forgets the charge of devices: it is told anew.
    func forgetBatteries() { batteries.withLock { $0 = [:] } }

    private static func battery(_ device: Device, _ journal: Journal, now: Moment) throws -> JSON {
      guard let latest = try journal.shownBattery(of: device) else { return .null }
      let insight = try history(device, journal, now: now).insight(now: now)
      return [
        "percent": .number(latest.percent), "charging": JSON(latest.isCharging), "read": JSON(words: latest.time),
        "daysLeft": daysLeft(insight),
      ]
    }

    private static func history(_ device: Device, _ journal: Journal, now: Moment, days: Int = 15) throws
      -> BatteryHistory
    {
      let since = Moment(milliseconds: now.milliseconds - days * 86_400_000, secondsFromGMT: now.secondsFromGMT)
      let later = Moment(milliseconds: now.milliseconds + 60_000, secondsFromGMT: now.secondsFromGMT)
      return try BatteryHistory(journal, of: device, in: since..<later)
    }

    private static func daysLeft(_ insight: BatteryInsight) -> JSON {
      guard case .success(let left) = insight.daysLeft else { return .null }
      func tenths(_ days: Double) -> Double { (days * 10).rounded() / 10 }
      return ["low": .number(tenths(left.low)), "high": JSON(left.high.map(tenths))]
    }

    /// A device's cell over the last weeks.
    func batteryHistory(_ device: Device, _ journal: Journal) throws -> JSON {
      let now = desk.engine.moment
      let history = try Self.history(device, journal, now: now, days: 60)
      let insight = history.insight(now: now)
      let readings = BatteryReading.allSteady(history.readings.sorted { $0.time < $1.time })
      let charges = zip(readings, readings.dropFirst()).filter { $1.percent > $0.percent + 5 }.map { $1.time }
      var reason: String?
      if case .failure(let gap) = insight.daysLeft { reason = PageWords.sentence(gap) }
      return [
        "percent": JSON(insight.latest?.percent), "read": JSON(words: insight.latest?.time),
        "charging": JSON(insight.latest?.isCharging), "daysLeft": Self.daysLeft(insight), "reason": JSON(reason),
        "readings": .object(
          [.init(name: "values", value: .array(readings.map { .number($0.percent) }))]
            + JSON.times(readings.map(\.time))),
        "charges": .array(charges.map { JSON(words: $0) }),
        "habits": .array(
          try journal.settingsHistory(of: device).reduce(into: [(name: String, words: String)]()) { latest, setting in
            latest.removeAll { $0.name == setting.name }
            latest.append((setting.name, setting.value))
          }.map { ["name": .string($0.name), "words": .string($0.words)] }),
      ]
    }

    /// A device with what it can and cannot.
    func full(_ device: Device, _ journal: Journal) throws -> JSON {
      let driver = registry.driver(device.family)
      let (can, cannot) = abilities(device.family)
      let settings = try journal.settingsHistory(of: device).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
      let isManageable = driver is any Manageable.Type
      let status = desk.status(of: device.id)
      return .object(
        try brief(device, journal) + [
          .init(name: "address", value: .string(device.identifier.text)),
          .init(name: "firmware", value: JSON(device.firmware)),
          .init(name: "hardware", value: JSON(device.hardware)),
          .init(
            name: "can",
            value: .array(
              can.map { ability in
                let rhythm = settings[ability.words.lowercased()].map { ": \($0)" } ?? ""
                return ["id": .string(ability.id), "words": .string(ability.words + rhythm)]
              })),
          .init(
            name: "cannot",
            value: .array(
              cannot.map { ["id": .string($0.id), "words": .string($0.words), "reason": .string($0.reason)] })),
          .init(
            name: "live",
            value: .array(live(driver?.family).map { ["kind": .string($0.0), "name": .string($0.1)] })),
          .init(name: "workout", value: JSON(Self.workoutRole(of: device.family, registry))),
          .init(
            name: "settings", value: .bool(driver is any Configurable.Type || driver is any Personal.Type)),
          .init(name: "find", value: .bool(isManageable)),
          .init(
            name: "dangerous", value: isManageable ? ["reset", "power-off"] : []),
          .init(name: "problem", value: JSON(status?.problem ?? desk.radioProblem)),
          .init(name: "clock", value: try clock(device, journal)),
        ])
    }

    /// What was found of a device's clock in the last week, which is as long as a ring keeps what it recorded by it.
    private func clock(_ device: Device, _ journal: Journal) throws -> JSON {
      let now = desk.engine.moment
      let weekAgo = Moment(milliseconds: now.milliseconds - 7 * 86_400_000, secondsFromGMT: now.secondsFromGMT)
      guard let difference = try journal.clockDifference(of: device, since: weekAgo) else { return .null }
      return [
        "words": .string(difference.words(name: device.name)),
        "advice": .string(difference.advice(name: device.name, identifier: device.identifier)),
        "secondsBehind": .number(Double(difference.secondsBehind)),
        "certain": .bool(difference.found.certainty != .likely),
      ]
    }

    /// What devices of a family do in a workout: `machine` or `heart`; `nil` where nothing.
    static func workoutRole(of family: String, _ registry: DriverRegistry) -> String? {
      guard let driver = registry.driver(family) else { return nil }
      if driver is any MachineControlling.Type { return "machine" }
      return driver is any LiveMeasuring.Type ? "heart" : nil
    }

    private func live(_ family: WearableFamily?) -> [(String, String)] {
      let quantities = family?.liveQuantities.map { quantity in
        switch quantity {
        case .heartRate: ("heart-rate", "Heart rate")
        case .oxygenSaturation: ("spo2", "Blood oxygen")
        case .heartRateVariability: ("hrv", "Heart-rate variability")
        case .stress: ("stress", "Stress score")
        case .steps: ("steps", "Steps of the day")
        case .speed: ("speed", "Speed")
        case .cadence: ("cadence", "Cadence")
        }
      }
      return (quantities ?? []) + (family?.rawSearchWords != nil ? [("raw", "Sensors as they are")] : [])
    }

    /// What the devices of a family can and cannot do.
    private func abilities(_ family: String) -> (can: [WearableFamily.Ability], cannot: [WearableFamily.Inability]) {
      guard let family = registry.family(family) else {
        let reason = "This version of Halo does not know it; its data came from a file."
        return ([], [WearableFamily.Inability("talk", "Communicate with Halo", reason: reason)])
      }
      return (family.abilities, family.inabilities)
    }
  }
#endif
