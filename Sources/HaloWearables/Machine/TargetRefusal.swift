public import HaloText

/// What a machine can be told to aim for.
public enum MachineTarget: Hashable, Sendable {
  /// Speed in km/h.
  case speed
  /// Inclination in per cent.
  case inclination
  /// Resistance, in the machine's own levels.
  case resistance
  /// Power in watts.
  case power
  /// Something else.
  case other
}

/// Why a target is not sent.
public enum TargetRefusal: Error, Hashable, Sendable, PhrasedError {
  /// It is outside of what the person allows.
  case limit(MachineTarget, Double, ClosedRange<Double>)
  /// It is outside of what the machine takes.
  case range(MachineTarget, Double, ClosedRange<Double>)
  /// A belt was to be started that should stand.
  case standstill
  /// It is no number.
  case notANumber

  public var phrase: Phrase {
    switch self {
    case .limit(.speed, let value, _) where value < 0:
      Phrase("\(Self.text(value, .speed)) is below 0, and no belt runs backward; nothing was sent.")
    case .limit(let target, let value, let limits) where value < limits.lowerBound:
      Phrase(
        "\(Self.text(value, target)) is below your limit of \(Self.text(limits.lowerBound, target)); nothing was sent.")
    case .limit(let target, let value, let limits):
      Phrase(
        "\(Self.text(value, target)) is beyond your limit of \(Self.text(limits.upperBound, target)); nothing was sent."
      )
    case .range(let target, let value, let range):
      value < range.lowerBound
        ? Phrase(
          "\(Self.text(value, target)) is below what the machine takes, \(Self.text(range, target)); nothing was sent.")
        : Phrase(
          "\(Self.text(value, target)) is beyond what the machine takes, \(Self.text(range, target)); nothing was sent."
        )
    case .standstill: Phrase("0 km/h does not start a belt; nothing was sent.")
    case .notANumber: Phrase("That is no number; nothing was sent.")
    }
  }

  private static func text(_ value: Double, _ target: MachineTarget) -> Phrase {
    let number = number(value)
    return switch target {
    case .speed: Phrase("\(number) km/h")
    case .inclination: Phrase("\(number) %")
    case .power: Phrase("\(number) W")
    default: number
    }
  }

  private static func text(_ range: ClosedRange<Double>, _ target: MachineTarget) -> Phrase {
    Phrase("\(number(range.lowerBound)) to \(text(range.upperBound, target))")
  }

  /// A number with as many digits behind the decimal mark as it needs, two at most.
  package static func number(_ value: Double) -> Phrase {
    let hundredths = (value * 100).rounded() / 100
    return Phrase(
      "\(value, digits: hundredths == value.rounded() ? 0 : (value * 10).rounded() / 10 == hundredths ? 1 : 2)")
  }
}
