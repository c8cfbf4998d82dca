/// A family of devices that share one driver, with its names and texts for people and front ends.
public struct WearableFamily: Hashable, Sendable {
  /// The kind of device. The raw value is its name in the page's API.
  public enum Kind: String, Sendable, CaseIterable {
    /// A ring.
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
    /// The ability's name in the page's API: `sleep`.
    public let id: String
    /// The text for people: `Sleep and its stages, as the ring estimates them`.
    public let words: String

    /// Creates an ability.
    public init(_ id: String, _ words: String) {
      self.id = id
      self.words = words
    }
  }

  /// A capability that people may expect but that the devices lack.
  public struct Inability: Hashable, Sendable {
    /// The inability's name in the page's API: `alarm`.
    public let id: String
    /// The missing capability, for people: `Wake you`.
    public let words: String
    /// The reason, in a sentence.
    public let reason: String

    /// Creates an inability.
    public init(_ id: String, _ words: String, reason: String) {
      self.id = id
      self.words = words
      self.reason = reason
    }

    /// Most families have no device with GPS.
    public static let places = Inability("places", "Know where you were", reason: "It has no GPS.")
  }

  /// The family's name in commands, files and the journal: `colmi-ring`.
  public let id: String
  /// The family's name for people, without an article: `COLMI ring`.
  public let name: String
  /// The kind of its devices.
  public let kind: Kind
  /// The family's devices and how to recognize them, for search prompts: `a COLMI ring (named R02_… to R12_…)`.
  public let searchWords: String
  /// Advice on how to make a device visible to a scan, in sentences; empty if none is needed.
  public let searchAdvice: String
  /// The quantities that its devices can measure live. A connected device may report fewer.
  public let liveQuantities: [LiveQuantity]
  /// The name of the devices that stream raw signals, for search prompts: `a Polar sensor`; `nil` if none of them does.
  public let rawSearchWords: String?
  /// The capabilities of its devices.
  public let abilities: [Ability]
  /// Capabilities that people may expect but its devices lack.
  public let inabilities: [Inability]
  /// A warning about the reliability of the data, in a sentence; `nil` if none is needed.
  public let caution: String?

  /// Creates a family. Only `id` and `name` are required.
  public init(
    id: String, name: String, kind: Kind = .other, searchWords: String? = nil, searchAdvice: String = "",
    liveQuantities: [LiveQuantity] = [], rawSearchWords: String? = nil, abilities: [Ability] = [],
    inabilities: [Inability] = [], caution: String? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.searchWords = searchWords ?? "a device of the family \(name)"
    self.searchAdvice = searchAdvice
    self.liveQuantities = liveQuantities
    self.rawSearchWords = rawSearchWords
    self.abilities = abilities
    self.inabilities = inabilities
    self.caution = caution
  }
}
