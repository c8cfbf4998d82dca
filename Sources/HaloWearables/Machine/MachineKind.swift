import HaloText

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

  /// The machine in English.
  public var words: String { phrase.english }
}
