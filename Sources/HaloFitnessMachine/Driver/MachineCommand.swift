extension FitnessMachine {
  /// The commands that the driver can write to a control point. Targets can only be created by a ``TargetWindow``.
  enum MachineCommand: Hashable, Sendable {
    case requestControl
    case start
    case stop
    case pause
    case setTarget(AllowedTarget)

    var bytes: [UInt8] {
      switch self {
      case .requestControl: ControlPoint.requestControl.value
      case .start: ControlPoint.startOrResume.value
      case .stop: ControlPoint.stop.value
      case .pause: ControlPoint.pause.value
      case .setTarget(let target): target.bytes
      }
    }

    var operation: UInt8 { bytes[0] }

    /// The command as a verb phrase that follows "to".
    var words: Phrase {
      switch self {
      case .requestControl: Phrase("grant control")
      case .start: Phrase("start")
      case .stop: Phrase("stop")
      case .pause: Phrase("pause")
      case .setTarget(let allowed):
        switch allowed.target {
        case .speed: Phrase("change its speed")
        case .inclination: Phrase("change its inclination")
        case .resistance: Phrase("change its resistance")
        case .power: Phrase("change its power")
        default: Phrase("change its \(allowed.target.word.description)")
        }
      }
    }
  }
}
