import HaloBluetooth
public import HaloHealth
public import HaloJournal
public import HaloWearables

/// A paired device: its names, its wearer, its charge, and what it can do. Its JSON is that of `halo devices --json`.
public struct DeviceReport: Codable, Sendable, Hashable, Identifiable {
  /// Something that it does, or that people may expect of it and that it cannot do.
  public struct Ability: Codable, Sendable, Hashable {
    /// Its identity: `sleep`.
    public let id: String
    /// The ability.
    public let words: Phrase
    /// Why it cannot; `nil` of what it can.
    public let reason: Phrase?
  }

  /// Something that it measures live.
  public struct Live: Codable, Sendable, Hashable {
    /// Its name in commands and in the page's API: `heart-rate`, `raw`.
    public let kind: String
    /// Its name for people.
    public let name: Phrase
  }

  /// The number of the device in the journal.
  public let id: Int
  /// What the radio calls it.
  public let identifier: String
  /// The name that its owner gave it.
  public let name: String
  /// The name of its family in commands and files: `colmi-ring`.
  public let family: String
  /// The name of its family for people; `nil` if this version of Halo does not know it.
  public let model: Phrase?
  /// Who wears it.
  public let wearer: String
  /// Its hardware revision.
  public let hardware: String?
  /// Its firmware revision.
  public let firmware: String?
  /// When it was last connected, in UTC.
  public let lastSession: Moment?
  /// When it was last synced.
  public let lastSync: Moment?
  /// "Last connected: 3 min ago", and the like.
  public let lastConnected: Phrase
  /// The last reading of its charge.
  public let battery: BatteryReport.Reading?
  /// The charge and its age: "64 %, 20 min ago".
  public let charge: Phrase?
  /// How it is set, as it last reported: by the name of the setting.
  public let settings: [String: String]
  /// What it can do.
  public let can: [Ability]
  /// What people may expect of it and it cannot do.
  public let cannot: [Ability]
  /// What it measures live.
  public let live: [Live]
  /// What went wrong last, as the front end knows it.
  public let problem: Phrase?

  /// A device by what the journal and its driver know.
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
    (name, self.family, wearer) = (device.name, device.family, device.wearer)
    (hardware, firmware, lastSession) = (device.hardware, device.firmware, device.lastSession)
    model = family.map { Phrase(stringLiteral: $0.name) }
    lastSync = here(try journal.lastSync(of: device))
    lastConnected = here(lastSession).map { MeasureWords.time($0, now: now) } ?? Phrase("never")
    battery = try journal.shownBattery(of: device).map(BatteryReport.Reading.init)
    charge = battery.map { Phrase("\($0.words), \(MeasureWords.time($0.time, now: now))") }
    let settings = try journal.settingsHistory(of: device).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
    self.settings = settings
    can = (family?.abilities ?? []).map { ability in
      let words = Phrase(stringLiteral: ability.words)
      let name = ability.words.lowercased()
      let set = settings[name].map { Phrase("\(words): \(Self.words(ofSetting: name, $0).value)") }
      return Ability(id: ability.id, words: set ?? words, reason: nil)
    }
    cannot =
      family?.inabilities.map {
        Ability(id: $0.id, words: Phrase(stringLiteral: $0.words), reason: Phrase(stringLiteral: $0.reason))
      } ?? [
        Ability(
          id: "talk", words: Phrase("Communicate with Halo"),
          reason: Phrase("This version of Halo does not know it; its data came from a file."))
      ]
    live =
      (family?.liveQuantities ?? []).map { Live(kind: $0.name, name: $0.title) }
      + (family?.rawSearchWords == nil ? [] : [Live(kind: "raw", name: Phrase("Raw sensors"))])
    self.problem = problem
  }

  /// A setting as the journal notes it, in words: what is measured, and how often.
  public static func words(ofSetting name: String, _ value: String) -> (name: Phrase, value: Phrase) {
    AutomaticMeasurement(quantity: name, words: value).map { ($0.quantity.phrase, $0.phrase) }
      ?? (Phrase(verbatim: name), Phrase(verbatim: value))
  }
}
