extension FitnessMachine {
  /// The unit of the speeds that a machine sends and takes.
  package enum SpeedUnit: Sendable, Hashable {
    /// Kilometres an hour, as the specification requires.
    case kilometersPerHour
    /// Miles an hour.
    case milesPerHour

    /// The unit of the specification.
    package static let specified = SpeedUnit.kilometersPerHour

    /// Kilometres in one.
    package var kilometers: Double { self == .milesPerHour ? 1.609344 : 1 }

    /// The unit of a machine by the name that it advertises; `nil` if that name is not known or empty. A name that a person gave the
    /// machine decides nothing.
    package init?(advertisedName: String?) {
      guard let advertisedName, !advertisedName.allSatisfy(\.isWhitespace) else { return nil }
      self = MachineQuirk.known.first { $0.matches(advertisedName) }?.speedUnit ?? .specified
    }
  }

  /// How a model departs from the specification, or is often thought to. A model is recognized by the name that it advertises.
  package struct MachineQuirk: Sendable, Hashable {
    /// What the advertised name begins with, in upper or lower case.
    package let namePrefix: String
    /// The unit of speed on the wire, whatever the machine's own display shows.
    package let speedUnit: SpeedUnit
    /// The fact, and its source.
    package let note: String

    /// Whether a machine that advertises this name is of the model.
    package func matches(_ advertisedName: String) -> Bool {
      advertisedName.drop(while: \.isWhitespace).uppercased().hasPrefix(namePrefix.uppercased())
    }

    /// The models whose quirks are known.
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
