public import HaloText

extension MachineKind {
  /// The name of the machine kind, in words.
  public var phrase: Phrase {
    switch self {
    case .treadmill: Phrase("treadmill")
    case .crossTrainer: Phrase("cross trainer")
    case .stepClimber: Phrase("step climber")
    case .stairClimber: Phrase("stair climber")
    case .rower: Phrase("rower")
    case .indoorBike: Phrase("indoor bike")
    }
  }
}
