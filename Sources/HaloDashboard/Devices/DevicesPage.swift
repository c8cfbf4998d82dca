#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
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
      try brief(report(device, journal), device, journal)
    }

    private func report(_ device: Device, _ journal: Journal) throws -> DeviceReport {
      let problem = desk.status(of: device.id)?.problem ?? desk.radioProblem
      return try DeviceReport(
        device, journal, registry, now: desk.engine.moment, problem: problem)
    }

    private func brief(_ report: DeviceReport, _ device: Device, _ journal: Journal) throws -> [JSON.Member] {
      let (state, words) = state(of: report)
      return [
        .init(name: "id", value: JSON(words: report.id)), .init(name: "name", value: .string(report.name)),
        .init(name: "model", value: JSON(report.model)),
        .init(name: "kind", value: .string(registry.kind(of: report.family).rawValue)),
        .init(name: "state", value: .string(state)), .init(name: "stateWords", value: .phrase(words)),
        .init(name: "battery", value: try battery(report, device, journal)),
        .init(name: "lastSync", value: JSON(words: report.lastSync)),
        .init(name: "wearer", value: .string(report.wearer)),
      ]
    }

    private func state(of device: DeviceReport) -> (String, Phrase) {
      let lastSync = device.lastSync
      func synced(_ words: Phrase) -> Phrase {
        lastSync.map { Phrase("\(words), last synced \(MeasureWords.ago($0, now: desk.engine.moment))") } ?? words
      }
      if let doing = desk.doing(device.id) {
        switch doing {
        case Desk.recordingWorkout: return ("measuring", Phrase("Recording a workout now"))
        case "measuring": return ("measuring", Phrase("Measuring now"))
        default: return ("syncing", Phrase("Syncing now"))
        }
      }
      if desk.radioProblem != nil { return ("radio-off", Phrase("Bluetooth cannot be used")) }
      guard let status = desk.status(of: device.id) else {
        return lastSync == nil ? ("never-seen", Phrase("Not synced yet")) : ("away", synced(Phrase("Paired")))
      }
      switch status.state {
      case .searching:
        return lastSync == nil
          ? ("never-seen", Phrase("Not seen yet: Halo is looking for it"))
          : ("away", synced(Phrase("Halo is looking for it")))
      case .connecting: return ("connected", synced(Phrase("Connecting")))
      case .syncing: return ("syncing", Phrase("Syncing now"))
      case .waiting:
        guard let problem = status.problem else { return ("near", synced(Phrase("Near"))) }
        return ("away", synced(problem))
      case .lent: return ("connected", synced(Phrase("In use")))
      case .radio: return ("radio-off", Phrase("Bluetooth cannot be used"))
      }
    }

    private func battery(_ report: DeviceReport, _ device: Device, _ journal: Journal) throws -> JSON {
      guard let latest = report.battery else { return .null }
      // One reads it, and the others wait for that: after a sync every page asks at once.
      return try batteries.withLock { batteries in
        let now = ContinuousClock.now
        if let known = batteries[device.id], now - known.time < .seconds(60) { return known.json }
        // Days left are from the last two weeks.
        let left = try BatteryReport(device, journal, days: 15, now: desk.engine.moment).daysLeft
        let json: JSON = [
          "percent": .number(latest.percent), "charging": JSON(latest.charging), "read": JSON(words: latest.time),
          "daysLeft": Self.json(left),
        ]
        batteries[device.id] = (now, json)
        return json
      }
    }

    /// Forgets the charge of devices: it is told anew.
    func forgetBatteries() { batteries.withLock { $0 = [:] } }

    private static func json(_ left: BatteryReport.Range?) -> JSON {
      func tenths(_ days: Double) -> Double { (days * 10).rounded() / 10 }
      return left.map { ["low": .number(tenths($0.low)), "high": JSON($0.high.map(tenths))] } ?? .null
    }

    /// A device's cell over the last weeks.
    func batteryHistory(_ device: Device, _ journal: Journal) throws -> JSON {
      let battery = try BatteryReport(device, journal, now: desk.engine.moment)
      let readings = battery.steady
      let charges = zip(readings, readings.dropFirst()).filter { $1.percent > $0.percent + 5 }.map { $1.time }
      return [
        "percent": JSON(battery.latest?.percent), "read": JSON(words: battery.latest?.time),
        "charging": JSON(battery.latest?.charging), "daysLeft": Self.json(battery.daysLeft),
        "reason": battery.daysLeft == nil ? .phrase(battery.words) : .null,
        "words": .phrase(battery.words),
        "readings": .object(
          [.init(name: "values", value: .array(readings.map { .number($0.percent) }))]
            + JSON.times(readings.map(\.time))),
        "charges": .array(charges.map { JSON(words: $0) }),
        "habits": .array(
          try report(device, journal).settings.sorted { $0.key < $1.key }.map {
            let (name, value) = DeviceReport.words(ofSetting: $0.key, $0.value)
            return ["name": .phrase(name), "words": .phrase(value)]
          }),
      ]
    }

    /// A device with what it can and cannot.
    func full(_ device: Device, _ journal: Journal) throws -> JSON {
      let report = try report(device, journal)
      let driver = registry.driver(device.family)
      let isManageable = driver is any Manageable.Type
      return .object(
        try brief(report, device, journal) + [
          .init(name: "address", value: .string(report.identifier)),
          .init(name: "firmware", value: JSON(report.firmware)), .init(name: "hardware", value: JSON(report.hardware)),
          .init(name: "can", value: try JSON(report: report.can)),
          .init(name: "cannot", value: try JSON(report: report.cannot)),
          .init(name: "live", value: try JSON(report: report.live)),
          .init(name: "workout", value: JSON(Self.workoutRole(of: device.family, registry))),
          .init(
            name: "settings", value: .bool(driver is any Configurable.Type || driver is any Personal.Type)),
          .init(name: "find", value: .bool(isManageable)),
          .init(name: "dangerous", value: isManageable ? ["reset", "power-off"] : []),
          .init(name: "problem", value: JSON(report.problem)),
          .init(name: "clock", value: try clock(device, journal)),
        ])
    }

    /// What was found of a device's clock in the last week, which is as long as a ring keeps what it recorded by it.
    private func clock(_ device: Device, _ journal: Journal) throws -> JSON {
      let weekAgo = desk.engine.moment - .days(7)
      guard let difference = try journal.clockDifference(of: device, since: weekAgo) else { return .null }
      return [
        "words": .phrase(difference.words(name: device.name)),
        "advice": JSON(difference.advice(name: device.name, identifier: device.identifier)),
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
  }
#endif
