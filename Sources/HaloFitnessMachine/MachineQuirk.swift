extension FitnessMachine {
  /// The unit of the speeds that a machine sends and accepts.
  package enum SpeedUnit: Sendable, Hashable {
    /// Kilometers per hour, as the specification requires.
    case kilometersPerHour
    /// Miles per hour.
    case milesPerHour

    /// The unit of the specification.
    package static let specified = SpeedUnit.kilometersPerHour

    /// Kilometers per unit.
    package var kilometers: Double { self == .milesPerHour ? 1.609344 : 1 }

    /// Determines the unit from a machine's advertised name; `nil` if the name is unknown or empty. A name given by the
    /// user is not relevant.
    package init?(advertisedName: String?) {
      guard let advertisedName, !advertisedName.allSatisfy(\.isWhitespace) else { return nil }
      self = MachineQuirk.known.first { $0.matches(advertisedName) }?.speedUnit ?? .specified
    }
  }

  /// A deviation of a model from the specification, real or reported. Models are recognized by their advertised name.
  package struct MachineQuirk: Sendable, Hashable {
    /// The prefix of the advertised name, case-insensitive.
    package let namePrefix: String
    /// The unit of speed in the protocol, which may differ from the machine's display.
    package let speedUnit: SpeedUnit
    /// The fact, and its source.
    package let note: String

    /// Returns whether an advertised name is of this model.
    package func matches(_ advertisedName: String) -> Bool {
      advertisedName.drop(while: \.isWhitespace).uppercased().hasPrefix(namePrefix.uppercased())
    }

    /// The models with known quirks.
    package static let known = [
      MachineQuirk(
        namePrefix: "FS-BT-T4", speedUnit: .milesPerHour,
        note:
          "FITSHOW FS-BT-T4 sends mph in the fields of km/h; its range is 0.6 to 3.8. docs/fitness-machine.md, Reading the data."
      ),
      MachineQuirk(
        namePrefix: "UREVO", speedUnit: .kilometersPerHour,
        note: "UREVO shows mph on its display only; its fields are km/h. blak3r/treadspan, protocol-analysis/urevo-E1L."
      ),
    ]
  }
}
