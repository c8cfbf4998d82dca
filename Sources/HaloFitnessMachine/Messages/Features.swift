extension FitnessMachine {
  /// The features and supported targets of a machine, 0x2ACC.
  ///
  /// ```
  /// ← 80 74 00 00 | 1F 20 00 00
  ///   measured      targets
  /// ```
  public struct Features: Hashable, Sendable {
    private let measured: Int
    private let settable: Int
    private let rest: [UInt8]

    /// Creates features with these bits: ``words`` names the quantity of each bit of `measured`.
    package init(measured: Int, targets: [Target]) {
      self.measured = measured
      settable = targets.reduce(0) { $0 | 1 << $1.rawValue }
      rest = []
    }

    /// The measured quantities, in the vocabulary.
    public var measures: [String] {
      Self.words.indices.filter { measured >> $0 & 1 == 1 }.map { Self.words[$0].description }
    }

    /// Returns whether the machine reports support for a target. Some reports are wrong, in both directions.
    public func supports(_ target: Target) -> Bool { settable >> target.rawValue & 1 == 1 }

    private static let words: [StaticString] = [
      "averageSpeed", "cadence", "totalDistance", "inclination", "elevationGain", "pace", "stepCount",
      "resistanceLevel",
      "strideCount", "expendedEnergy", "heartRate", "metabolicEquivalent", "elapsedTime", "remainingTime",
      "powerMeasurement", "forceOnBeltAndPowerOutput", "userDataRetention",
    ]
  }
}

extension FitnessMachine.Features: CharacteristicMessage {
  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = ByteReader(value)
    guard let measured = reader.unsigned(4), let settable = reader.unsigned(4) else { return nil }
    self.measured = measured
    self.settable = settable
    rest = reader.rest()
  }

  /// The encoded bytes.
  public var value: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: measured, width: 4)
    bytes.append(littleEndian: settable, width: 4)
    return bytes + rest
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("features", Self.words.indices.filter { measured >> $0 & 1 == 1 }.map { Self.words[$0] })
    fields.field("targets", FitnessMachine.Target.allCases.filter(supports).map(\.word))
    fields.field("type", "fitnessMachineFeature" as StaticString)
  }
}
