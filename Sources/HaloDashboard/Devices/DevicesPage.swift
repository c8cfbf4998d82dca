import HTTPTypes
import HaloEngine
import HaloReports

/// JSON of devices for the page.
final class DevicesPage: Sendable {
  private let taskRunner: DeviceTaskRunner

  init(_ taskRunner: DeviceTaskRunner) { self.taskRunner = taskRunner }

  private var registry: DriverRegistry { taskRunner.engine.registry }

  /// Returns a device by its number.
  static func find(_ id: String, _ journal: Journal) throws -> Device {
    guard let number = Int(id), let device = try journal.devices().first(where: { $0.id == number }) else {
      throw APIError(
        .notFound, "noDevice", "No device with the number \(id.prefix(20)) is paired.",
        advice: "The Devices page lists all paired devices.")
    }
    return device
  }

  /// A device's summary.
  func brief(_ device: Device, _ journal: Journal) throws -> JSON {
    try brief(report(device, journal))
  }

  private func report(_ device: Device, _ journal: Journal) throws -> DeviceReport {
    let problem = taskRunner.status(of: device.id)?.problem ?? taskRunner.radioProblem
    return try DeviceReport(
      device, journal, registry, now: taskRunner.engine.moment, problem: problem)
  }

  private func brief(_ report: DeviceReport) -> JSON {
    let (state, words) = state(of: report)
    return [
      "id": JSON(words: report.id), "name": .string(report.name),
      "model": JSON(report.model),
      "kind": .string(registry.kind(of: report.family).rawValue),
      "state": .string(state), "stateWords": .phrase(words),
      "battery": report.battery.map {
        [
          "percent": .number($0.percent), "words": .phrase($0.words), "charging": JSON($0.charging),
          "read": JSON(words: $0.time),
        ]
      } ?? .null,
      "lastSync": JSON(words: report.lastSync),
      "lastSyncWords": JSON(report.lastSync.map { MeasureWording.ago($0, now: taskRunner.engine.moment) }),
      "wearer": .string(report.wearer),
    ]
  }

  private func state(of device: DeviceReport) -> (String, Phrase) {
    let lastSync = device.lastSync
    func synced(_ words: Phrase) -> Phrase {
      lastSync.map { Phrase("\(words), last synced \(MeasureWording.ago($0, now: taskRunner.engine.moment))") }
        ?? words
    }
    if let doing = taskRunner.doing(device.id) {
      switch doing {
      case DeviceTaskRunner.recordingWorkout: return ("measuring", Phrase("Recording a workout"))
      case "measuring": return ("measuring", Phrase("Measuring"))
      default: return ("syncing", Phrase("Syncing"))
      }
    }
    if taskRunner.radioProblem != nil { return ("radio-off", Phrase("Bluetooth is not available")) }
    guard let status = taskRunner.status(of: device.id) else {
      return lastSync == nil ? ("never-seen", Phrase("Not synced yet")) : ("away", synced(Phrase("Paired")))
    }
    switch status.state {
    case .searching:
      return lastSync == nil
        ? ("never-seen", Phrase("Not found yet; Halo is searching"))
        : ("away", synced(Phrase("Halo is searching for it")))
    case .connecting: return ("connected", synced(Phrase("Connecting")))
    case .syncing: return ("syncing", Phrase("Syncing"))
    case .waiting:
      guard let problem = status.problem else { return ("near", synced(Phrase("Nearby"))) }
      return ("away", synced(problem))
    case .inUse: return ("connected", synced(Phrase("In use")))
    case .radio: return ("radio-off", Phrase("Bluetooth is not available"))
    }
  }

  /// A device's battery history of the last weeks.
  func batteryHistory(_ device: Device, _ journal: Journal) throws -> JSON {
    let battery = try BatteryReport(device, journal, now: taskRunner.engine.moment)
    return [
      "words": .phrase(battery.words),
      "readings": try battery.series.map { try JSON(report: $0) } ?? .null,
      "habits": .array(
        try report(device, journal).settings.sorted { $0.key < $1.key }.map {
          let (name, value) = DeviceReport.words(ofSetting: $0.key, $0.value)
          return ["name": .phrase(name), "words": .phrase(value)]
        }),
    ]
  }

  /// A device with its capabilities.
  func full(_ device: Device, _ journal: Journal) throws -> JSON {
    let report = try report(device, journal)
    let driver = registry.driver(device.family)
    return brief(report).with(
      [
        "address": .string(report.identifier),
        "firmware": JSON(report.firmware), "hardware": JSON(report.hardware),
        "can": try JSON(report: report.can),
        "cannot": try JSON(report: report.cannot),
        "live": try JSON(report: report.live),
        "workout": JSON(Self.workoutRole(of: device.family, registry)),
        "speedUnit": JSON(device.speedUnit?.rawValue),
        "numbersUsers": .bool(driver?.family.numbersUsers ?? false), "user": JSON(device.traits.user),
        "settings": .bool(driver is any Configurable.Type || driver is any ProfileConfigurable.Type),
        "actions": try JSON(report: registry.actions(of: device.family)),
        "problem": JSON(report.problem), "isWorn": .bool(driver?.family.isWorn ?? true),
        "clock": try clock(device, journal),
      ])
  }

  /// A device's clock difference in the last week, which is as long as a ring stores records.
  private func clock(_ device: Device, _ journal: Journal) throws -> JSON {
    let weekAgo = taskRunner.engine.moment - .days(7)
    guard let difference = try journal.clockDifference(of: device, since: weekAgo) else { return .null }
    return [
      "words": .phrase(difference.words(name: device.name)),
      "advice": JSON(difference.advice(name: device.name, identifier: device.identifier)),
      "secondsBehind": .number(Double(difference.secondsBehind)),
      "certain": .bool(difference.found.certainty != .likely),
    ]
  }

  /// The role of a device family in a workout: `machine` or `heart`, or `nil`.
  static func workoutRole(of family: String, _ registry: DriverRegistry) -> String? {
    guard let driver = registry.driver(family) else { return nil }
    if driver is any MachineControlling.Type { return "machine" }
    return driver.family.isWorn && driver.family.liveQuantities.contains(.heartRate) ? "heart" : nil
  }
}
