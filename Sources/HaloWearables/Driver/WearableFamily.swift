/// A family of devices that share one driver, with its ids, and its texts for people and front ends.
///
/// A package of its own gives its texts with their translations: `Phrase("Speed", in: catalog)`.
public struct WearableFamily: Hashable, Sendable {
  /// The kind of device. The raw value is its name in the page's API.
  public enum Kind: String, Sendable, CaseIterable, Encodable {
    case ring
    /// A watch or band.
    case watch
    /// A heart-rate strap or armband.
    case strap
    /// A treadmill, bike, rower or other fitness machine.
    case machine
    /// Something else.
    case other
  }

  /// A capability of the family's devices.
  public struct Ability: Hashable, Sendable {
    /// The ability's id in the page's API, such as `sleep`. That of an automatic measurement is the id of its quantity.
    public let id: String
    /// The text for people: `Sleep and its stages, as the ring estimates them`.
    public let words: Phrase

    /// Creates an ability.
    public init(_ id: String, _ words: Phrase) {
      self.id = id
      self.words = words
    }
  }

  /// A capability that people may expect but that the devices lack.
  public struct Inability: Hashable, Sendable {
    /// The inability's name in the page's API: `alarm`.
    public let id: String
    /// The missing capability, for people: `Wake you`.
    public let words: Phrase
    /// The reason, in a sentence.
    public let reason: Phrase

    /// Creates an inability.
    public init(_ id: String, _ words: Phrase, reason: Phrase) {
      self.id = id
      self.words = words
      self.reason = reason
    }

    /// Most families have no device with GPS.
    public static let places = Inability("places", Phrase("Know where you were"), reason: Phrase("It has no GPS."))
  }

  /// The family's name in commands, files and the journal: `colmi-ring`.
  public let id: String
  /// The family's name for people, without an article: `COLMI ring`.
  public let name: Phrase
  /// The kind of its devices.
  public let kind: Kind
  /// The family's devices and how to recognize them, for search prompts: `a COLMI ring (named R02_… to R12_…)`.
  public let searchWords: Phrase
  /// Advice on how to make a device visible to a scan, in sentences; `nil` if none is needed.
  public let searchAdvice: Phrase?
  /// True if its devices are worn. Scales, cuffs and machines are used.
  public let isWorn: Bool
  /// The numbers that a device gives to the people who use it; 255 means "unknown" (Weight Scale Service 1.0, 3.2).
  public static let userNumbers = 0...254
  /// True if its devices number the people who use them.
  public let numbersUsers: Bool
  /// The quantities that its devices can measure live. A connected device may report fewer.
  public let liveQuantities: [Metric]
  /// The quantities that its devices measure by themselves, at intervals that can be configured.
  public let automaticQuantities: [Metric]
  /// The metrics that the family adds to Halo's own. Naming them here makes them known to journals and commands.
  public let metrics: [Metric]
  /// The name of the devices that stream raw signals, for search prompts: `a Polar sensor`; `nil` if none of them does.
  public let rawSearchWords: Phrase?
  /// The capabilities of its devices.
  public let abilities: [Ability]
  /// Capabilities that people may expect but its devices lack.
  public let inabilities: [Inability]
  /// A warning about the reliability of the data, in a sentence; `nil` if none is needed.
  public let caution: Phrase?
  private let logs: [LogID: Phrase]

  /// Creates a family. Only `id` and `name` are required. `logs` are the names of the logs that no other family has.
  public init(
    id: String, name: Phrase, kind: Kind = .other, searchWords: Phrase? = nil, searchAdvice: Phrase? = nil,
    isWorn: Bool = true, numbersUsers: Bool = false, liveQuantities: [Metric] = [],
    automaticQuantities: [Metric] = [], metrics: [Metric] = [], rawSearchWords: Phrase? = nil,
    abilities: [Ability] = [], inabilities: [Inability] = [],
    logs: [LogID: Phrase] = [:], caution: Phrase? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.searchWords = searchWords ?? Phrase("a device of the family \(name)")
    self.searchAdvice = searchAdvice
    self.isWorn = isWorn
    self.numbersUsers = numbersUsers
    self.liveQuantities = liveQuantities
    self.automaticQuantities = automaticQuantities
    self.metrics = metrics
    self.rawSearchWords = rawSearchWords
    self.abilities = abilities
    self.inabilities = inabilities
    self.logs = logs
    self.caution = caution
  }

  /// Returns the name of a log for people.
  public func name(of log: LogID) -> Phrase { logs[log] ?? log.phrase }
}
