/// The scope of a sync.
public struct SyncRequest: Hashable, Sendable {
  /// The number of days, today included.
  public let days: Int

  /// Creates a request for the last `days` days, clamped to 1…`DayCoverage.retentionDays`.
  public init(days: Int = DayCoverage.retentionDays) { self.days = min(max(days, 1), DayCoverage.retentionDays) }
}

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
  /// The number of requests answered.
  public let done: Int
  /// The total number of requests, as far as it is known.
  public let total: Int
  /// The name of the last answered request.
  public let latest: Phrase
}

/// A device's identity and capabilities.
public struct DeviceIdentity: Hashable, Sendable, Encodable {
  /// The manufacturer; `nil` if not reported.
  public let manufacturer: String?
  /// The model; `nil` if not reported.
  public let model: String?
  /// The id of the place on the body where the device is worn, such as `chest`; `nil` if not reported.
  public let location: String?
  /// The hardware revision; `nil` if not reported.
  public let hardware: String?
  /// The firmware revision; `nil` if not reported.
  public let firmware: String?
  /// The capabilities of the firmware, in words.
  public let capabilities: [Phrase]
  /// True if the device requires bonding; `nil` if not reported.
  public let wantsBond: Bool?

  /// Creates an identity.
  public init(
    manufacturer: String? = nil, model: String? = nil, location: String? = nil, hardware: String?, firmware: String?,
    capabilities: [Phrase], wantsBond: Bool?
  ) {
    self.manufacturer = manufacturer
    self.model = model
    self.location = location
    self.hardware = hardware
    self.firmware = firmware
    self.capabilities = capabilities
    self.wantsBond = wantsBond
  }
}

/// The result of a sync. Its data is in the recorded frames, which `SessionReading.read(_:of:)` decodes.
public struct SyncReport: Hashable, Sendable {
  /// The device's identity.
  public let identity: DeviceIdentity
  /// The charge; `nil` if not reported.
  public let battery: BatteryState?
  /// The settings of automatic measurements.
  public let settings: [AutomaticMeasurement]
  /// The day on the device's clock when the sync began.
  public let today: CalendarDate
  /// The time zone that the device's clock was set in, such as `Europe/Berlin`.
  public let zone: String
  /// Logs that the firmware refused or never answered. This is a property of the device, not an error.
  public let unsupported: [LogID]
  /// Logs that were not fetched, or not for all days, after all retries. The next sync requests them again.
  public let missed: [LogID]
  /// The reason why the sync ended early, in words; `nil` if it completed.
  public let interruption: Phrase?
  /// The journal's numbers of frames that contain values outside `DataBounds`. These values were dropped.
  /// Empty without a journal.
  public var refusedFrames: [Int] = []
  /// What the driver left out, and why, in sentences.
  public var notes: [Phrase] = []

  /// Returns a sentence that a device is synced, and the notes on what was left out.
  public static func words(_ name: String, _ notes: [Phrase]) -> Phrase {
    notes.reduce(Phrase("\(name) is synced.")) { Phrase("\($0) \($1)") }
  }

  /// Creates a report.
  public init(
    identity: DeviceIdentity, battery: BatteryState?, settings: [AutomaticMeasurement] = [], today: CalendarDate,
    zone: String, unsupported: [LogID], missed: [LogID] = [], interruption: Phrase? = nil
  ) {
    self.identity = identity
    self.battery = battery
    self.settings = settings
    self.today = today
    self.zone = zone
    self.unsupported = unsupported
    self.missed = missed
    self.interruption = interruption
  }

  /// Returns a sentence that names the logs that the firmware of a family's device does not store; `nil` if it answered
  /// everything.
  public func notKept(by family: WearableFamily) -> Phrase? {
    Phrase.all(unsupported.map(family.name)).map {
      Phrase("No history of \($0): the device's firmware does not store it.")
    }
  }
}
