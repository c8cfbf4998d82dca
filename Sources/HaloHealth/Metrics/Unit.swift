/// A unit of measurement. Drivers may use units of their own.
public struct Unit: Sendable, Hashable, Codable {
  /// A unit in which people read values of another one.
  public struct Scale: Sendable, Hashable {
    /// What follows the number.
    let words: Phrase
    /// The value in this unit is the original one times the factor, plus the offset.
    public let factor: Double
    /// The value of the original zero.
    public let offset: Double

    /// Creates a scale.
    public init(_ words: Phrase, factor: Double, offset: Double = 0) {
      self.words = words
      self.factor = factor
      self.offset = offset
    }
  }

  /// The symbol in exports and JSON.
  public let symbol: String
  /// The number of decimals that are shown; `nil` for one at most.
  public let digits: Int?
  private let metric: Scale
  private let imperial: Scale?

  /// Creates a unit.
  ///
  /// - Parameters:
  ///   - symbol: The symbol in exports and JSON, which identifies the unit.
  ///   - words: What follows a number; `nil` for the symbol.
  ///   - digits: The number of decimals that are shown; `nil` for one at most.
  ///   - metric: The unit in which people read values; `nil` for this one.
  ///   - imperial: The unit for people who prefer imperial units; `nil` if they use the same.
  public init(
    _ symbol: String, words: Phrase? = nil, digits: Int? = nil, metric: Scale? = nil, imperial: Scale? = nil
  ) {
    self.symbol = symbol
    self.digits = digits
    self.metric = metric ?? Scale(words ?? Phrase(verbatim: symbol), factor: 1)
    self.imperial = imperial
  }

  /// Units with the same symbol are equal.
  public static func == (left: Unit, right: Unit) -> Bool { left.symbol == right.symbol }
  /// Hashes the symbol.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Decodes a symbol.
  public init(from decoder: any Decoder) throws {
    let symbol = try String(from: decoder)
    self = Metric.known.map(\.unit).first { $0.symbol == symbol } ?? Unit(symbol)
  }

  /// Encodes the symbol.
  public func encode(to encoder: any Encoder) throws { try symbol.encode(to: encoder) }

  /// True if people who prefer imperial units read values in another unit.
  public var hasImperial: Bool { imperial != nil }

  /// The unit in which people read values.
  public func scale(isImperial: Bool) -> Scale { isImperial ? imperial ?? metric : metric }
}

extension Unit.Scale {
  /// A value of the original unit with `digits` decimals, with or without this unit.
  public func phrase(_ value: Double, digits: Int, withUnit: Bool) -> Phrase {
    let number = Phrase("\(value * factor + offset, digits: digits)")
    return withUnit && !words.key.isEmpty ? Phrase("\(number) \(words)") : number
  }
}

extension Unit {
  public static let beatsPerMinute = Unit("bpm")
  public static let milliseconds = Unit("ms")
  public static let percent = Unit("%")
  /// A device's own score without a unit.
  public static let score = Unit("", words: Phrase("of 100"))
  public static let count = Unit("count", words: "")
  public static let meters = Unit("m", digits: 1)
  /// Kilocalories (1 kcal = 4.184 kJ).
  public static let kilocalories = Unit("kcal")
  /// Meters per second, which people read as kilometers or miles per hour.
  public static let metersPerSecond = Unit(
    "m/s", digits: 1, metric: Scale("km/h", factor: 3.6), imperial: Scale("mph", factor: 3600 / 1609.344))
  public static let watts = Unit("W")
  /// A level on a machine's own scale.
  public static let level = Unit("level", words: "")
  public static let perMinute = Unit("/min", words: Phrase("per minute"))
  /// A Boolean: 1 or 0.
  public static let flag = Unit("1/0", words: "")
  public static let minutes = Unit("min")
  /// Kilograms, which people read as pounds with imperial units.
  public static let kilograms = Unit("kg", digits: 1, imperial: Scale("lb", factor: 1 / 0.453_592_37))
  /// Millimeters of mercury, of blood pressure.
  public static let millimetersOfMercury = Unit("mmHg")
  public static let degreesCelsius = Unit("°C", digits: 1, imperial: Scale("°F", factor: 1.8, offset: 32))
}
