public import HaloBluetooth
public import HaloEngine
public import HaloHealth
public import HaloJournal
import HaloReports
public import HaloWearables

/// What models are given: the journal, the radio, the clocks, whose data they show, and how values are written.
public struct ModelEnvironment: Sendable {
  /// The journal.
  public let journal: Journal
  /// The radio.
  public let radio: any Central
  /// The families that the app knows.
  public let registry: DriverRegistry
  /// The clock for time-outs and pauses, and the time on the wall.
  public let driver: DriverEnvironment
  /// Whose data are shown.
  public let wearer: String
  /// What the wearer chose.
  public let profile: ProfileStore
  /// What is of this phone.
  public let settings: SettingsStore
  /// Tells when the journal has something new.
  public let changes: JournalChanges
  /// Whose turn it is to speak with a device.
  public let turns: DeviceTurns
  /// Who is told of the data outside of the journal; `nil` where nobody is.
  public let recipient: (any Recipient)?
  /// What devices turned out to measure.
  let abilities = LiveAbilities()

  /// An environment. Reads the wearer's profile from the journal.
  public init(
    journal: Journal, radio: any Central, registry: DriverRegistry, driver: DriverEnvironment, wearer: String = "me",
    settings: SettingsStore = SettingsStore(), recipient: (any Recipient)? = nil
  ) {
    self.journal = journal
    self.registry = registry
    self.radio = radio
    self.driver = driver
    self.wearer = wearer
    profile = ProfileStore(journal, wearer: wearer)
    self.settings = settings
    self.recipient = recipient
    changes = JournalChanges()
    turns = DeviceTurns()
  }

  /// The engine over the radio. A link that only shows that a ring is near makes way for it.
  public var engine: Engine { engine(over: radio) }

  /// The same over a radio of its own.
  func engine(over radio: any Central) -> Engine {
    Engine(journal: journal, radio: radio, registry: registry, environment: driver, handover: turns)
  }

  /// The point in time now.
  public var now: Moment { driver.time.moment }
  /// The day on the wall now.
  public var today: CalendarDate { driver.time.wallClock.date }

  /// Calls `body` with the wearer's reports, on a thread that may block.
  nonisolated func report<Value: Sendable>(_ body: @Sendable (Reports) throws -> Value) async throws -> Value {
    try await journal.perform { journal in
      try body(Reports(journal: journal, wearer: wearer, profile: profile.current, time: driver.time))
    }
  }
}
