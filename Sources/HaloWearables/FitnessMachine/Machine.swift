extension FitnessMachine {
  /// The kinds of machines, each with a characteristic of data.
  public enum Machine: String, Sendable, CaseIterable {
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

    /// How many bytes the flags of its data take.
    var flagsWidth: Int { self == .crossTrainer ? 3 : 2 }

    /// The type of its data in the vocabulary.
    var messageType: StaticString {
      switch self {
      case .treadmill: "treadmillData"
      case .crossTrainer: "crossTrainerData"
      case .stepClimber: "stepClimberData"
      case .stairClimber: "stairClimberData"
      case .rower: "rowerData"
      case .indoorBike: "indoorBikeData"
      }
    }
  }
}
