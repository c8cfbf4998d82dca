/// The reason why a machine did not execute a command.
public enum MachineError: Error, Hashable, Sendable, PhrasedError {
  /// The machine does not support control, or not this command.
  case cannot(device: String, what: Phrase)
  /// The belt became faster than the person's limit while it was reaching a commanded speed. Speeds are in km/h. Another
  /// unit may explain it.
  case aboveLimit(device: String, reported: Double, limit: Double, SpeedUnit?)
  /// The belt runs at 1.6 or 0.62 times the commanded speed, which another unit explains. Speeds are in km/h.
  /// `isStopped` is true if Halo stopped the belt because of it.
  case otherUnit(device: String, commanded: Double, reported: Double, SpeedUnit, isStopped: Bool)
  /// The advertised name is not known, and therefore the unit of speed is not known either.
  case unknownUnit(device: String)
  /// The machine refused the command.
  case refused(device: String, what: Phrase, Refusal)
  /// The machine did not answer.
  case unanswered(device: String, what: Phrase)
  /// Another person or app has control, or took it.
  case controlLost(device: String)
  /// Another command, such as stop, was sent while this one was running.
  case superseded(device: String)
  /// The safety key was pulled.
  case safetyKey(device: String)
  /// The machine confirmed the start, but the belt does not move.
  case didNotStart(device: String)
  /// The machine was asked to stop, but the belt may still move.
  case mayStillRun(device: String)
  /// The link was lost while the belt ran at that speed in km/h, as far as known.
  case linkLostWhileRunning(device: String, speed: Double?)

  /// The machine's answer to a refused command.
  public enum Refusal: Hashable, Sendable {
    /// The machine does not support the command.
    case notSupported
    /// The machine does not accept the value.
    case invalidValue
    /// The command failed in the machine's present state.
    case failed
    /// Another person or app has control.
    case notPermitted
    /// A result code whose meaning is not known.
    case other(UInt8)

    /// The answer in words.
    var words: Phrase {
      switch self {
      case .notSupported: Phrase("it does not support that")
      case .invalidValue: Phrase("it does not accept that value")
      case .failed: Phrase("the command failed in its present state")
      case .notPermitted: Phrase("another person or app controls it")
      case .other(let code): Phrase("result \(Int(code)), whose meaning is not known")
      }
    }
  }

  /// True if the belt may be moving without Halo's control.
  public var leavesBeltMoving: Bool {
    switch self {
    case .mayStillRun, .linkLostWhileRunning, .controlLost: true
    default: false
    }
  }

  /// The error and the advice, in sentences.
  public var phrase: Phrase { advice.map { Phrase("\(what) \($0)") } ?? what }

  /// The error, with the machine's name.
  public var what: Phrase {
    switch self {
    case .cannot(let device, let what): Phrase("\(device) cannot \(what).")
    case .unknownUnit(let device):
      Phrase(
        """
        Halo does not know the name that \(device) advertises, so its speed unit (km/h or mph) is \
        unknown: pair it again with 'halo pair'. Nothing was sent.
        """)
    case .aboveLimit(let device, let reported, let limit, _):
      Phrase(
        """
        \(device) reported \(TargetRefusal.number(reported)) km/h, above your limit of \(TargetRefusal.number(limit)) \
        km/h, while it was reaching a speed set by Halo: Halo stopped the belt.
        """)
    case .otherUnit(let device, let commanded, let reported, _, let isStopped) where reported > commanded:
      isStopped
        ? Phrase(
          """
          \(device) ran at \(TargetRefusal.number(reported)) km/h instead of \(TargetRefusal.number(commanded)): it seems to \
          take commands in miles per hour. Halo stopped the belt.
          """)
        : Phrase(
          """
          \(device) runs at \(TargetRefusal.number(reported)) km/h instead of \(TargetRefusal.number(commanded)): it seems to \
          take commands in miles per hour. It still runs.
          """)
    case .otherUnit(let device, let commanded, let reported, _, _):
      Phrase(
        """
        \(device) shows \(TargetRefusal.number(reported)) km/h instead of \(TargetRefusal.number(commanded)): it seems to \
        report miles per hour.
        """)
    case .refused(let device, let what, let refusal): Phrase("\(device) refused to \(what): \(refusal.words).")
    case .unanswered(let device, let what): Phrase("\(device) did not answer the command to \(what).")
    case .controlLost(let device):
      Phrase("\(device) is not controlled by Halo: a person at the machine, or another app, has control.")
    case .superseded(let device):
      Phrase("\(device) got another command before this one finished; the remaining steps were not sent.")
    case .safetyKey(let device): Phrase("The safety key of \(device) was pulled; the belt stops.")
    case .didNotStart(let device): Phrase("\(device) accepted the start, but its belt does not move.")
    case .mayStillRun(let device): Phrase("\(device) was asked to stop, but its belt may still move.")
    case .linkLostWhileRunning(let device, let speed?):
      Phrase("The link with \(device) was lost while its belt ran at about \(TargetRefusal.number(speed)) km/h.")
    case .linkLostWhileRunning(let device, nil): Phrase("The link with \(device) was lost while its belt ran.")
    }
  }

  /// The next step for the user; `nil` if none is needed.
  public var advice: Phrase? {
    switch self {
    case .cannot, .unknownUnit, .refused, .superseded: nil
    case .aboveLimit(_, _, _, let unit):
      unit.map {
        Phrase(
          """
          If the machine takes commands in miles, choose that unit before the next start, on the page or with \
          'halo treadmill --unit \($0.rawValue)'.
          """)
      }
    case .otherUnit(_, _, _, let unit, _):
      Phrase(
        """
        If so, choose that unit on the page or with 'halo treadmill --unit \(unit.rawValue)'; otherwise confirm the \
        present one, for example '--unit kmh'. Halo stores it for this machine.
        """)
    case .unanswered: Phrase("Use the buttons on the machine, bring this computer closer and try again.")
    case .controlLost: Phrase("The belt may be running: use the buttons on the machine.")
    case .safetyKey: Phrase("Put the key back, and start again when you are ready.")
    case .didNotStart: Phrase("Check the safety key and the machine's display.")
    case .mayStillRun: Phrase("Stop it with the button on the machine, or pull the safety key.")
    case .linkLostWhileRunning:
      Phrase("It may still run: stop it with the button on the machine, or pull the safety key.")
    }
  }
}

extension MachineError {
  /// The error for a machine without a control point.
  public static func notControllable(device: String) -> MachineError {
    .cannot(device: device, what: Phrase("be controlled: it only reports measurements"))
  }
}
