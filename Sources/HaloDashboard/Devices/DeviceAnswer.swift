import HTTPTypes

/// A device: its names, its state and its battery.
struct DeviceAnswer: Encodable, Sendable {
  enum State: String, Encodable {
    case measuring, syncing, connected, near, away
    case neverSeen = "never-seen"
    case radioOff = "radio-off"
  }

  struct Battery: Encodable, Sendable {
    let percent: Double
    let words: Phrase
    let charging: Bool?
    let read: Moment
  }

  let id: String
  let name: String
  let model: Phrase?
  let kind: WearableFamily.Kind
  let state: State
  let stateWords: Phrase
  let battery: Battery?
  let lastSync: Moment?
  let lastSyncWords: Phrase?
  let wearer: String

  init(_ device: Device, _ journal: Journal, _ tasks: DeviceTaskRunner) throws {
    self.init(try tasks.report(device, journal), tasks)
  }

  /// A device with its capabilities.
  static func full(
    _ device: Device, _ journal: Journal, _ tasks: DeviceTaskRunner
  ) throws -> Joined<DeviceAnswer, DeviceDetails> {
    let report = try tasks.report(device, journal)
    return Joined(DeviceAnswer(report, tasks), try DeviceDetails(report, device, journal, tasks.engine))
  }

  private init(_ report: DeviceReport, _ tasks: DeviceTaskRunner) {
    id = report.id.description
    name = report.name
    model = report.model
    wearer = report.wearer
    kind = tasks.engine.registry.kind(of: report.family)
    (state, stateWords) = tasks.state(of: report)
    battery = report.battery.map {
      Battery(percent: $0.percent, words: $0.words, charging: $0.charging, read: $0.time)
    }
    lastSync = report.lastSync
    lastSyncWords = lastSync.map { MeasureWording.ago($0, now: tasks.engine.moment) }
  }
}

/// A device's capabilities, which only the Devices page shows.
struct DeviceDetails: Encodable, Sendable {
  /// The difference of its clock in the last week, which is as long as a ring stores records.
  struct Clock: Encodable, Sendable {
    let words: Phrase
    let advice: Phrase?
    let secondsBehind: Int
    let certain: Bool
  }

  let address: String
  let firmware: String?
  let hardware: String?
  let can: [DeviceReport.Ability]
  let cannot: [DeviceReport.Ability]
  let live: [DeviceReport.Live]
  let workout: WorkoutRole?
  let speedUnit: SpeedUnit?
  let numbersUsers: Bool
  let user: Int?
  let settings: Bool
  let actions: [DeviceAction]
  let problem: Phrase?
  let isWorn: Bool
  let clock: Clock?

  fileprivate init(_ report: DeviceReport, _ device: Device, _ journal: Journal, _ engine: Engine) throws {
    let driver = engine.registry.driver(device.family)
    address = report.identifier
    firmware = report.firmware
    hardware = report.hardware
    can = report.can
    cannot = report.cannot
    live = report.live
    problem = report.problem
    workout = engine.registry.workoutRole(of: device.family)
    speedUnit = device.speedUnit
    numbersUsers = driver?.family.numbersUsers ?? false
    user = device.traits.user
    settings = driver is any Configurable.Type || driver is any ProfileConfigurable.Type
    actions = engine.registry.actions(of: device.family)
    isWorn = driver?.family.isWorn ?? true
    clock = try journal.clockDifference(of: device, since: engine.moment - .days(7)).map {
      Clock(
        words: $0.words(name: device.name), advice: $0.advice(name: device.name, identifier: device.identifier),
        secondsBehind: $0.secondsBehind, certain: $0.found.certainty != .likely)
    }
  }
}

/// A device's battery history of the last weeks.
struct BatteryAnswer: Encodable, Sendable {
  /// A setting that costs energy.
  struct Habit: Encodable, Sendable {
    let name: Phrase
    let words: Phrase
  }

  let words: Phrase
  let readings: SeriesReport?
  let habits: [Habit]

  init(_ device: Device, _ journal: Journal, _ tasks: DeviceTaskRunner) throws {
    let battery = try BatteryReport(device, journal, now: tasks.engine.moment)
    words = battery.words
    readings = battery.series
    habits = try tasks.report(device, journal).settings.sorted { $0.key < $1.key }.map {
      let (name, value) = DeviceReport.words(ofSetting: $0.key, $0.value)
      return Habit(name: name, words: value)
    }
  }
}

/// What a device does in a workout.
enum WorkoutRole: String, Encodable { case machine, heart }

extension DriverRegistry {
  /// The role of a device family in a workout; `nil` for none.
  func workoutRole(of family: String) -> WorkoutRole? {
    guard let driver = driver(family) else { return nil }
    if driver is any MachineControlling.Type { return .machine }
    return driver.family.isWorn && driver.family.liveQuantities.contains(.heartRate) ? .heart : nil
  }
}

extension Journal {
  /// Returns a paired device by its number.
  func device(numbered id: String) throws -> Device {
    guard let number = Int(id), let device = try devices().first(where: { $0.id == number }) else {
      throw APIError(
        .notFound, "noDevice", Phrase(verbatim: "No device with the number \(id.prefix(20)) is paired."),
        advice: Phrase(verbatim: "The Devices page lists all paired devices."))
    }
    return device
  }
}

extension DeviceTaskRunner {
  fileprivate func report(_ device: Device, _ journal: Journal) throws -> DeviceReport {
    try DeviceReport(
      device, journal, engine.registry, now: engine.moment, problem: status(of: device.id)?.problem ?? radioProblem)
  }

  fileprivate func state(of device: DeviceReport) -> (DeviceAnswer.State, Phrase) {
    let lastSync = device.lastSync
    func synced(_ words: Phrase) -> Phrase {
      lastSync.map { Phrase("\(words), last synced \(MeasureWording.ago($0, now: engine.moment))") } ?? words
    }
    switch doing(device.id) {
    case .recordingWorkout: return (.measuring, Phrase("Recording a workout"))
    case .measuring: return (.measuring, Phrase("Measuring"))
    case .syncing: return (.syncing, Phrase("Syncing"))
    case nil: break
    }
    if radioProblem != nil { return (.radioOff, Phrase("Bluetooth is not available")) }
    guard let status = status(of: device.id) else {
      return lastSync == nil ? (.neverSeen, Phrase("Not synced yet")) : (.away, synced(Phrase("Paired")))
    }
    switch status.state {
    case .searching:
      return lastSync == nil
        ? (.neverSeen, Phrase("Not found yet; Halo is searching"))
        : (.away, synced(Phrase("Halo is searching for it")))
    case .connecting: return (.connected, synced(Phrase("Connecting")))
    case .syncing: return (.syncing, Phrase("Syncing"))
    case .waiting: return status.problem.map { (.away, synced($0)) } ?? (.near, synced(Phrase("Nearby")))
    case .inUse: return (.connected, synced(Phrase("In use")))
    case .radio: return (.radioOff, Phrase("Bluetooth is not available"))
    }
  }
}
