public import HaloWearables

extension FitnessMachine {
  /// What a machine has and takes, 0x2ACC.
  ///
  /// ```
  /// ← 80 74 00 00 | 1F 20 00 00
  ///   measures      can be told
  /// ```
  public struct Features: Hashable, Sendable {
    private let measured: Int
    private let settable: Int
    private let rest: [UInt8]

    /// Features with these bits: ``words`` says which quantity each of `measured` is.
    package init(measured: Int, targets: [Target]) {
      self.measured = measured
      settable = targets.reduce(0) { $0 | 1 << $1.rawValue }
      rest = []
    }

    /// What it says that it measures, in the vocabulary.
    public var measures: [String] {
      Self.words.indices.filter { measured >> $0 & 1 == 1 }.map { Self.words[$0].description }
    }

    /// Whether the machine says that it takes a target. Not all that say so do, and some that do not say so do.
    public func takes(_ target: Target) -> Bool { settable >> target.rawValue & 1 == 1 }

    private static let words: [StaticString] = [
      "averageSpeed", "cadence", "totalDistance", "inclination", "elevationGain", "pace", "stepCount",
      "resistanceLevel",
      "strideCount", "expendedEnergy", "heartRate", "metabolicEquivalent", "elapsedTime", "remainingTime",
      "powerMeasurement", "forceOnBeltAndPowerOutput", "userDataRetention",
    ]
  }
}

extension FitnessMachine.Features: CharacteristicMessage {
  public init?(value: [UInt8]) {
    var reader = ByteReader(value)
    guard let measured = reader.unsigned(4), let settable = reader.unsigned(4) else { return nil }
    self.measured = measured
    self.settable = settable
    rest = reader.rest()
  }

  public var value: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: measured, width: 4)
    bytes.append(littleEndian: settable, width: 4)
    return bytes + rest
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("features", Self.words.indices.filter { measured >> $0 & 1 == 1 }.map { Self.words[$0] })
    fields.field("targets", FitnessMachine.Target.allCases.filter(takes).map(\.word))
    fields.field("type", "fitnessMachineFeature" as StaticString)
  }
}
