/// A paired device: names, wearer, battery and capabilities. Its JSON is that of `halo devices --json`.
public struct DeviceReport: Codable, Sendable, Hashable, Identifiable {
  /// A capability, or a common one that the device lacks.
  public struct Ability: Codable, Sendable, Hashable {
    /// The id, such as `sleep`.
    public let id: String
    /// The capability in words.
    public let words: Phrase
    /// Why the device lacks it; `nil` for a capability that it has.
    public let reason: Phrase?
  }

  /// A quantity that the device measures live.
  public struct Live: Codable, Sendable, Hashable {
    /// The name in commands and in the page's API: `heart-rate`, `raw`.
    public let kind: String
    /// The display name.
    public let name: Phrase
  }

  /// The device's number in the journal.
  public let id: Int
  /// The device's Bluetooth identifier.
  public let identifier: String
  /// The name chosen by the owner.
  public let name: String
  /// The family's name in commands and files: `colmi-ring`.
  public let family: String
  /// The family's display name; `nil` if this version of Halo does not support it.
  public let model: Phrase?
  /// The wearer's name.
  public let wearer: String
  /// The hardware revision.
  public let hardware: String?
  /// The firmware revision.
  public let firmware: String?
  /// Time of the last connection, in UTC.
  public let lastSession: Moment?
  /// Time of the last sync.
  public let lastSync: Moment?
  /// The time since the last connection in words: "3 min ago".
  public let lastConnected: Phrase
  /// The latest battery reading.
  public let battery: BatteryReport.Reading?
  /// The battery level and its age: "64 %, 20 min ago".
  public let charge: Phrase?
  /// The settings that the device last reported, by name.
  public let settings: [String: String]
  /// The device's capabilities.
  public let can: [Ability]
  /// Common capabilities that the device lacks.
  public let cannot: [Ability]
  /// The quantities that the device measures live.
  public let live: [Live]
  /// The latest problem, provided by the front end.
  public let problem: Phrase?

  /// Creates a report from the journal and the driver registry.
  ///
  /// - Throws: `JournalError` if the journal cannot be read.
  public init(
    _ device: Device, _ journal: Journal, _ registry: DriverRegistry, now: Moment, problem: Phrase? = nil
  ) throws {
    let family = registry.family(device.family)
    func here(_ moment: Moment?) -> Moment? {
      moment.map { Moment(milliseconds: $0.milliseconds, secondsFromGMT: now.secondsFromGMT) }
    }
    id = device.id
    identifier = device.identifier.text
    name = device.name
    self.family = device.family
    wearer = device.wearer
    hardware = device.hardware
    firmware = device.firmware
    lastSession = device.lastSession
    model = family?.name
    lastSync = here(try journal.lastSync(of: device))
    lastConnected = here(lastSession).map { MeasureWording.time($0, now: now) } ?? Phrase("never")
    battery = try journal.shownBattery(of: device).map(BatteryReport.Reading.init)
    charge = battery.map { Phrase("\($0.words), \(MeasureWording.time($0.time, now: now))") }
    let settings = try journal.settingsHistory(of: device).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
    self.settings = settings
    can = (family?.abilities ?? []).map { ability in
      let set = settings[ability.id].map { Phrase("\(ability.words): \(Self.words(ofSetting: ability.id, $0).value)") }
      return Ability(id: ability.id, words: set ?? ability.words, reason: nil)
    }
    cannot =
      family?.inabilities.map {
        Ability(id: $0.id, words: $0.words, reason: $0.reason)
      } ?? [
        Ability(
          id: "talk", words: Phrase("Communicate with Halo"),
          reason: Phrase("This version of Halo does not support the device. Its data was imported from a file."))
      ]
    live =
      (family?.liveQuantities ?? []).map { Live(kind: $0.shortName, name: $0.title) }
      + (family?.rawSearchWords == nil ? [] : [Live(kind: "raw", name: Phrase("Raw sensors"))])
    self.problem = problem
  }

  /// Converts a stored setting to words: the quantity and its interval. What an older version kept without an id stays as it is.
  public static func words(ofSetting name: String, _ value: String) -> (name: Phrase, value: Phrase) {
    AutomaticMeasurement(storedName: name, value: value).map { ($0.quantity.phrase, $0.phrase) }
      ?? (Phrase(verbatim: name), Phrase(verbatim: value))
  }
}
