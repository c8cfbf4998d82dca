public import HaloText

/// Why a machine does not do what it was told.
public enum MachineError: Error, Hashable, Sendable, PhrasedError {
  /// It is not one that can be told anything, or not this.
  case cannot(device: String, what: Phrase)
  /// The name that it advertises is not known, and so neither is its unit of speed.
  case unknownUnit(device: String)
  /// It refused.
  case refused(device: String, what: Phrase, Refusal)
  /// It did not answer.
  case unanswered(device: String, what: Phrase)
  /// Somebody else has control, or took it.
  case controlLost(device: String)
  /// It was told something else, as to stop, while this was under way, which ended with that.
  case overtaken(device: String)
  /// Its safety key was pulled.
  case safetyKey(device: String)
  /// It said that it would start, and its belt stands.
  case didNotStart(device: String)
  /// It was asked to stop, and its belt may still move.
  case mayStillRun(device: String)
  /// The link was lost while the belt ran at that speed in km/h, as far as is known.
  case linkLostWhileRunning(device: String, speed: Double?)

  /// What a machine answered that refused.
  public enum Refusal: Hashable, Sendable {
    /// It does not have that.
    case notSupported
    /// It does not take that value.
    case invalidValue
    /// It could not, as it is now.
    case failed
    /// Somebody else has control.
    case notPermitted
    /// A code of its protocol that is not explained.
    case other(UInt8)

    /// The answer in words.
    var words: Phrase {
      switch self {
      case .notSupported: Phrase("it does not have that")
      case .invalidValue: Phrase("it does not take that value")
      case .failed: Phrase("it could not, as it is now")
      case .notPermitted: Phrase("another person or app controls it")
      case .other(let code): Phrase("result \(Int(code)), whose meaning is not known")
      }
    }
  }

  public var phrase: Phrase { advice.map { Phrase("\(what) \($0)") } ?? what }

  /// What happened, to which machine.
  public var what: Phrase {
    switch self {
    case .cannot(let device, let what): Phrase("\(device) cannot \(what).")
    case .unknownUnit(let device):
      Phrase(
        """
        Halo does not know the name that \(device) advertises, and so not whether it counts in km/h or in miles: pair it again with \
        'halo pair'. Nothing was sent.
        """)
    case .refused(let device, let what, let refusal): Phrase("\(device) refused to \(what): \(refusal.words).")
    case .unanswered(let device, let what): Phrase("\(device) did not answer when it was asked to \(what).")
    case .controlLost(let device):
      Phrase("\(device) is not controlled by Halo: a person at the machine, or another app, has control.")
    case .overtaken(let device):
      Phrase("\(device) got another command before this one was done; the rest of it was not sent.")
    case .safetyKey(let device): Phrase("The safety key of \(device) was pulled; the belt stops.")
    case .didNotStart(let device): Phrase("\(device) accepted the start, and its belt does not move.")
    case .mayStillRun(let device): Phrase("\(device) was asked to stop, and its belt may still move.")
    case .linkLostWhileRunning(let device, let speed?):
      Phrase("The link with \(device) was lost while its belt ran at about \(TargetRefusal.number(speed)) km/h.")
    case .linkLostWhileRunning(let device, nil): Phrase("The link with \(device) was lost while its belt ran.")
    }
  }

  /// What to do next; `nil` if the machine does all else.
  public var advice: Phrase? {
    switch self {
    case .cannot, .unknownUnit, .refused, .overtaken: nil
    case .unanswered: Phrase("Use the buttons at the machine, bring this computer closer and try again.")
    case .controlLost: Phrase("Its belt may run: use the buttons at the machine.")
    case .safetyKey: Phrase("Put the key back, and start again when you are ready.")
    case .didNotStart: Phrase("See whether the safety key is in, and what the machine shows.")
    case .mayStillRun: Phrase("Stop it at the machine: with its button, or by pulling the safety key.")
    case .linkLostWhileRunning:
      Phrase("It may still run: stop it at the machine, with its button or by pulling the safety key.")
    }
  }
}

extension MachineError {
  /// The error for a machine without a control point.
  public static func onlyMeasures(device: String) -> MachineError {
    .cannot(device: device, what: Phrase("be controlled: it only reports what it measures"))
  }
}
