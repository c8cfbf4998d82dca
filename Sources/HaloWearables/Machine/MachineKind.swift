/// The kinds of fitness machines.
public enum MachineKind: String, Sendable, CaseIterable {
  case treadmill
  case crossTrainer
  case stepClimber
  case stairClimber
  /// A rowing machine.
  case rower
  case indoorBike
  /// A power meter on any bicycle. Its service is another than that of the machines.
  case powerMeter

  /// The name of the machine kind, in words.
  public var phrase: Phrase {
    switch self {
    case .treadmill: Phrase("treadmill")
    case .crossTrainer: Phrase("cross trainer")
    case .stepClimber: Phrase("step climber")
    case .stairClimber: Phrase("stair climber")
    case .rower: Phrase("rower")
    case .indoorBike: Phrase("indoor bike")
    case .powerMeter: Phrase("power meter")
    }
  }
}
