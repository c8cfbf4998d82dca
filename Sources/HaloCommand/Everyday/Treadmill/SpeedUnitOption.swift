/// The value of `--unit`: a unit of speed, or the one of the machine's model.
struct SpeedUnitOption: ExpressibleByArgument, Sendable {
  /// The chosen unit; `nil` if the machine's model decides.
  let speedUnit: SpeedUnit?

  static let help = ArgumentHelp(
    """
    The unit in which the machine counts: kmh, mph, mph-commands (takes mph, reports km/h), mph-reports (takes km/h, \
    reports mph), or auto (by its model). Halo stores it for this machine.
    """, valueName: "unit")

  static let allValueStrings = SpeedUnit.allCases.map(\.rawValue) + ["auto"]

  init?(argument: String) {
    let name = argument.lowercased() == "km/h" ? "kmh" : argument.lowercased()
    guard Self.allValueStrings.contains(name) else { return nil }
    speedUnit = SpeedUnit(rawValue: name)
  }
}
