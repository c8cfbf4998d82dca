/// The kinds of machines to train on.
public enum MachineKind: String, Sendable, CaseIterable {
  /// A treadmill.
  case treadmill
  /// A cross trainer.
  case crossTrainer
  /// A step climber.
  case stepClimber
  /// A stair climber.
  case stairClimber
  /// A rowing machine.
  case rower
  /// An indoor bike.
  case indoorBike

  /// The machine in words.
  public var words: String {
    switch self {
    case .treadmill: "treadmill"
    case .crossTrainer: "cross trainer"
    case .stepClimber: "step climber"
    case .stairClimber: "stair climber"
    case .rower: "rower"
    case .indoorBike: "indoor bike"
    }
  }
}
