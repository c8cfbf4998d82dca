public import HaloText
public import HaloHealth

/// What to bring home.
public struct SyncRequest: Hashable, Sendable {
  /// How many days, today included.
  public let days: Int

  /// The last `days` days, 1 to ``DayCoverage/daysKept``.
  public init(days: Int = DayCoverage.daysKept) { self.days = min(max(days, 1), DayCoverage.daysKept) }
}

/// How far a sync has got.
public struct SyncProgress: Hashable, Sendable {
  /// Requests answered so far.
  public let done: Int
  /// Requests in all, as far as is known.
  public let total: Int
  /// What was answered last.
  public let latest: String
}

/// What a device is.
public struct DeviceIdentity: Hashable, Sendable, Encodable {
  /// Who made it, where it says so.
  public let manufacturer: String?
  /// Its model, where it says so.
  public let model: String?
  /// Where on the body it is worn, where it says so.
  public let location: String?
  /// Hardware revision, where it says so.
  public let hardware: String?
  /// Firmware revision, where it says so.
  public let firmware: String?
  /// What its firmware can do, in words.
  public let capabilities: [String]
  /// Whether it wants to be bonded; `nil` where it does not say.
  public let wantsBond: Bool?

  /// An identity.
  public init(
    manufacturer: String? = nil, model: String? = nil, location: String? = nil, hardware: String?, firmware: String?,
    capabilities: [String], wantsBond: Bool?
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

/// What a sync brought home.
public struct SyncReport: Hashable, Sendable {
  /// What the device is.
  public let identity: DeviceIdentity
  /// How full its cell is; `nil` where it did not say.
  public let battery: BatteryState?
  /// What it measures by itself, and how often.
  public let settings: [AutomaticMeasurement]
  /// The day on the device's clock when the sync began.
  public let today: CalendarDate
  /// The time zone that the device's clock was set in, such as `Europe/Berlin`.
  public let zone: String
  /// What it told. The frames of each reading are the numbers that the recorder gave them.
  public let readings: Readings
  /// What its firmware refused or never answered. That is how the device is, not an error.
  public let unsupported: [String]
  /// What did not come home, or not for all days, although it was asked for again. The next sync asks again.
  public let missed: [String]
  /// What ended the sync before its time, in words; `nil` where nothing did.
  public let interruption: Phrase?
  /// The journal's numbers of the frames with something outside ``HaloHealth/DataBounds``, of which no sample was made; empty without a
  /// journal.
  public var refusedFrames: [Int] = []

  /// A report.
  public init(
    identity: DeviceIdentity, battery: BatteryState?, settings: [AutomaticMeasurement] = [], today: CalendarDate,
    zone: String, readings: Readings,
    unsupported: [String], missed: [String] = [], interruption: Phrase? = nil
  ) {
    self.identity = identity
    self.battery = battery
    self.settings = settings
    self.today = today
    self.zone = zone
    self.readings = readings
    self.unsupported = unsupported
    self.missed = missed
    self.interruption = interruption
  }

  /// A sentence that names what the device's firmware does not store; `nil` if it answered everything. `kind` is the device in a word,
  /// such as `ring`.
  public func notKept(by kind: Phrase) -> Phrase? {
    guard let first = unsupported.first else { return nil }
    let names = [first.prefix(1).uppercased() + first.dropFirst()] + unsupported.dropFirst()
    return Phrase.all(names.map(Phrase.init(stringLiteral:))).map { list in
      names.count == 1
        ? Phrase("\(list) history: this \(kind)'s firmware does not keep it.")
        : Phrase("\(list) history: this \(kind)'s firmware does not keep them.")
    }
  }
}
