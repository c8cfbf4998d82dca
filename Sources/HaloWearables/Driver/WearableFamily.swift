/// A family of devices that one driver communicates with, as people and front ends know it.
public struct WearableFamily: Hashable, Sendable {
  /// The kind of its devices. The raw value is its name in the page's API.
  public enum Kind: String, Sendable, CaseIterable {
    /// A ring.
    case ring
    /// A watch or band.
    case watch
    /// A heart-rate strap or armband.
    case strap
    /// A treadmill, bike, rower or another machine to train on.
    case machine
    /// Something else.
    case other
  }

  /// Something that its devices do.
  public struct Ability: Hashable, Sendable {
    /// The ability's name in the page's API: `sleep`.
    public let id: String
    /// The ability for people: `Sleep and its stages, as the ring estimates them`.
    public let words: String

    /// An ability.
    public init(_ id: String, _ words: String) {
      self.id = id
      self.words = words
    }
  }

  /// Something that people may expect of its devices, and that they cannot do.
  public struct Inability: Hashable, Sendable {
    /// Its name in the page's API: `alarm`.
    public let id: String
    /// What they cannot do, for people: `Wake you`.
    public let words: String
    /// Why, in a sentence.
    public let reason: String

    /// An inability.
    public init(_ id: String, _ words: String, reason: String) {
      self.id = id
      self.words = words
      self.reason = reason
    }

    /// No device of most families has a GPS.
    public static let places = Inability("places", "Know where you were", reason: "It has no GPS.")
  }

  /// The family's name in commands, files and the journal: `colmi-ring`.
  public let id: String
  /// The family's name for people, without an article: `COLMI ring`.
  public let name: String
  /// The kind of its devices.
  public let kind: Kind
  /// How its devices are recognized, for people who look for one: `a COLMI ring (named R02_… to R12_…)`.
  public let searchWords: String
  /// What makes such a device visible to a scan, in sentences; empty if nothing special does.
  public let searchAdvice: String
  /// What its devices can measure live. A connected device may report fewer quantities.
  public let liveQuantities: [LiveQuantity]
  /// What people call those of its devices that stream raw signals: `a Polar sensor`; `nil` if none does.
  public let rawSearchWords: String?
  /// What its devices do.
  public let abilities: [Ability]
  /// What its devices cannot do, although people may expect it.
  public let inabilities: [Inability]
  /// What people must know before they rely on the data of its devices, in a sentence; `nil` if there is nothing.
  public let caution: String?

  /// A family. Only `id` and `name` are needed.
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
