import HaloAppleRadio
import HaloFoundation

/// The dependencies of models: journal, radio, clocks, wearer and profile.
public struct ModelEnvironment: Sendable {
  public let journal: Journal
  public let radio: any Central
  /// The supported device families.
  public let registry: DriverRegistry
  /// The clock for timeouts and pauses, and the local time.
  public let driver: DriverEnvironment
  /// The wearer whose data is shown.
  public let wearer: String
  /// The wearer's profile.
  public let profile: ProfileStore
  /// The settings of this phone.
  public let settings: SettingsStore
  /// Announces new data in the journal.
  public let changes = JournalChanges()
  /// The radio of the engine, which uses the connection that My device holds.
  let sharedRadio: SharedRadio
  /// Arbitrates access to devices.
  public let arbiter = DeviceArbiter()
  /// Receives data for the widget and Apple Health; `nil` if nothing does.
  public let dataSink: (any DataSink)?
  /// Shows notifications; `nil` if nothing does.
  public let notifier: (any Notifier)?
  /// The live quantities of connected devices.
  let abilities = LiveQuantityCache()
  /// The machines in use.
  let machines = MachineHub()

  /// Creates an environment. Reads the wearer's profile from the journal.
  public init(
    journal: Journal, radio: any Central, registry: DriverRegistry, driver: DriverEnvironment, wearer: String = "me",
    settings: SettingsStore = SettingsStore(), dataSink: (any DataSink)? = nil, notifier: (any Notifier)? = nil
  ) {
    self.journal = journal
    self.registry = registry
    self.radio = radio
    self.driver = driver
    self.wearer = wearer
    profile = ProfileStore(journal, wearer: wearer)
    self.settings = settings
    self.dataSink = dataSink
    self.notifier = notifier
    sharedRadio = SharedRadio(radio)
  }

  /// The engine for the radio. A connection that only shows a ring's status is handed to it.
  public var engine: Engine { engine(over: sharedRadio) }

  /// Returns an engine for another radio.
  func engine(over radio: any Central) -> Engine {
    Engine(journal: journal, radio: radio, registry: registry, environment: driver, handover: arbiter)
  }

  /// Returns whether the radio can reach a device: Core Bluetooth only knows devices by identifiers of its own, and not
  /// those of a journal of another machine.
  func reaches(_ device: Device) -> Bool { !(radio is AppleRadio) || device.identifier.isOfCoreBluetooth }

  /// Returns the paired devices that store days.
  func devicesToSync(_ journal: Journal) throws -> [Device] {
    try journal.devices().filter { registry.storesDays($0.family) && reaches($0) }
  }

  /// Returns the devices that store days; with `age`, those that were not synced for so long and are not in use.
  func devicesToSync(olderThan age: Duration? = nil) async -> [Device] {
    let limit = age.map { now - $0 }
    let found = try? await journal.perform { journal in
      try devicesToSync(journal).filter { device in
        guard let limit else { return true }
        return try !arbiter.isRequested(device.identifier) && journal.lastSync(of: device).map { $0 <= limit } ?? true
      }
    }
    return found ?? []
  }

  /// The current time.
  public var now: Moment { driver.time.moment }
  /// The current day in local time.
  public var today: CalendarDate { driver.time.wallClock.date }

  /// Calls `body` with the wearer's reports, on a thread that may block.
  nonisolated func report<Value: Sendable>(_ body: @Sendable (Reports) throws -> Value) async throws -> Value {
    try await journal.perform { journal in
      try body(Reports(journal: journal, wearer: wearer, profile: profile.current, time: driver.time))
    }
  }
}

extension DeviceID {
  /// True for an identifier of Core Bluetooth, a UUID. Other radios use Bluetooth addresses.
  var isOfCoreBluetooth: Bool { UUID(uuidString: text) != nil }
}
