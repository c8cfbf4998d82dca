extension FitnessMachine {
  /// The range and increment of a target, 0x2AD4…0x2AD8.
  ///
  /// ```
  /// ← 64 00 | D0 07 | 0A 00      speed: 1.00…20.00 km/h in steps of 0.10
  ///   minimum maximum step
  /// ```
  public struct SupportedRange: Hashable, Sendable {
    public let target: Target
    private let numbers: [Int]
    private let rest: [UInt8]

    /// Decodes a value; `nil` if it is too short.
    init?(_ target: Target, value: [UInt8]) {
      var reader = ByteReader(value)
      let numbers = Self.fields(of: target).compactMap { $0.read(&reader) }
      guard numbers.count == 3 else { return nil }
      self.target = target
      self.numbers = numbers
      rest = reader.rest()
    }

    /// Creates a range in the target's unit.
    package init(_ target: Target, _ range: ClosedRange<Double>, step: Double) {
      self.target = target
      numbers = zip(Self.fields(of: target), [range.lowerBound, range.upperBound, step]).map { $0.raw(of: $1) }
      rest = []
    }

    public var minimum: FixedDecimal { Self.fields(of: target)[0].meaning(of: numbers[0]) }
    public var maximum: FixedDecimal { Self.fields(of: target)[1].meaning(of: numbers[1]) }
    /// The increment; 0 if the machine reports none.
    public var step: FixedDecimal { Self.fields(of: target)[2].meaning(of: numbers[2]) }

    /// The encoded bytes.
    public var value: [UInt8] {
      var bytes: [UInt8] = []
      for (field, number) in zip(Self.fields(of: target), numbers) {
        bytes.append(littleEndian: number, width: field.width)
      }
      return bytes + rest
    }

    private static func fields(of target: Target) -> [NumberField] {
      switch target {
      case .speed: [.unsigned(2, places: 2), .unsigned(2, places: 2), .unsigned(2, places: 2)]
      case .heartRate: [.unsigned(1), .unsigned(1), .unsigned(1)]
      case .power: [.signed(), .signed(), .unsigned(2)]
      default: [.signed(places: 1), .signed(places: 1), .unsigned(2, places: 1)]
      }
    }
  }
}

extension FitnessMachine.SupportedRange: MessageFields {
  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("maximum", maximum)
    fields.field("minimum", minimum)
    fields.field("step", step)
    let type: StaticString =
      switch target {
      case .speed: "speedRange"
      case .inclination: "inclinationRange"
      case .heartRate: "heartRateRange"
      case .power: "powerRange"
      default: "resistanceRange"
      }
    fields.field("type", type)
  }
}
