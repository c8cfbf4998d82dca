/// A target that can be set on a machine. The raw values are the names in ``MachineTargetRange/name``.
public enum MachineTarget: String, Hashable, Sendable {
  /// Speed in km/h.
  case speed
  /// Inclination in percent.
  case inclination
  /// Resistance in the machine's own levels.
  case resistance
  /// Power in watts.
  case power
  /// Another target.
  case other
}

/// The reason why a target was not sent.
public enum TargetRefusal: Error, Hashable, Sendable, PhrasedError {
  /// The target is outside of the user's limits.
  case limit(MachineTarget, Double, ClosedRange<Double>)
  /// The target is outside of the machine's range.
  case range(MachineTarget, Double, ClosedRange<Double>)
  /// The start speed was 0.
  case standstill
  /// The target is NaN.
  case notANumber

  /// The reason in a sentence.
  public var phrase: Phrase {
    switch self {
    case .limit(.speed, let value, _) where value < 0:
      Phrase("\(Self.text(value, .speed)) is below 0, but belts do not run backward; nothing was sent.")
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
          "\(Self.text(value, target)) is below the machine's range, \(Self.text(range, target)); nothing was sent.")
        : Phrase(
          "\(Self.text(value, target)) is beyond the machine's range, \(Self.text(range, target)); nothing was sent."
        )
    case .standstill: Phrase("0 km/h does not start a belt; nothing was sent.")
    case .notANumber: Phrase("That is not a number; nothing was sent.")
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

  /// Formats a number with up to two decimals, without trailing zeros.
  package static func number(_ value: Double) -> Phrase {
    let hundredths = value.rounded(parts: 100)
    return Phrase(
      "\(value, digits: hundredths == value.rounded() ? 0 : value.rounded(parts: 10) == hundredths ? 1 : 2)")
  }
}
