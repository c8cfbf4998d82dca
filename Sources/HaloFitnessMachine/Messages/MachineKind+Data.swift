extension MachineKind {
  /// The number of bytes of the data's flags.
  var flagsWidth: Int { self == .crossTrainer ? 3 : 2 }

  /// The kinds that the Fitness Machine Service has, in the order of their bits in advertisements.
  static let machines = allCases.filter { $0 != .powerMeter }

  /// The type of its data in the vocabulary.
  var messageType: StaticString {
    switch self {
    case .treadmill: "treadmillData"
    case .crossTrainer: "crossTrainerData"
    case .stepClimber: "stepClimberData"
    case .stairClimber: "stairClimberData"
    case .rower: "rowerData"
    case .indoorBike: "indoorBikeData"
    case .powerMeter: "cyclingPower"
    }
  }
}
