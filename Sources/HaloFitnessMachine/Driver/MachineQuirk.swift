extension FitnessMachine {
  /// A deviation of a model from the specification, real or reported. Models are recognized by their advertised name or
  /// by their model number.
  package struct MachineQuirk: Sendable, Hashable {
    /// The prefix of the advertised name or of the model number (0x2A24), case-insensitive.
    package let namePrefix: String
    /// The unit of speed in the protocol, which may differ from the machine's display.
    package let speedUnit: SpeedUnit
    /// The fact, and its source.
    package let note: String

    /// Returns whether an advertised name or a model number is of this model.
    package func matches(_ name: String) -> Bool {
      name.drop(while: \.isWhitespace).uppercased().hasPrefix(namePrefix.uppercased())
    }

    /// The models with known quirks. Machines whose unit depends on a setting of the machine, such as Therun T15, TM4800,
    /// TM6500 and T3G Elite (qdomyos-zwift, pull requests 4364 and 4212), are not listed: their owners choose the unit.
    package static let known = [
      MachineQuirk(
        namePrefix: "FS-BT-T4", speedUnit: .milesPerHour,
        note:
          """
          FITSHOW FS-BT-T4 sends mph in the fields of km/h; its range is 0.6 to 3.8. docs/fitness-machine.md, Reading the \
          data. It is the model number of a Bluetooth module, whose name is "FS-" and six digits: dudanov/hassio-ftms, \
          issue 20; TrackMyIndoorWorkout, issue 590.
          """),
      MachineQuirk(
        namePrefix: "JFTM T202", speedUnit: .milesAccepted,
        note:
          "Horizon T202 runs at 1.6 km/h if 1.0 is commanded, and reports 1.6. cagnulein/qdomyos-zwift, pull request 4904."
      ),
      MachineQuirk(
        namePrefix: "UREVO", speedUnit: .kilometersPerHour,
        note: "UREVO shows mph on its display only; its fields are km/h. blak3r/treadspan, protocol-analysis/urevo-E1L."
      ),
    ]
  }
}

extension SpeedUnit {
  /// The unit of the specification.
  package static var specified: Self { .kilometersPerHour }

  /// Determines the unit from a machine's model number and advertised name; `nil` if neither is of a known model and the
  /// name is unknown or empty. A name given by the user is not relevant.
  package init?(advertisedName: String?, model: String? = nil) {
    let names = [model, advertisedName].compactMap { $0?.allSatisfy(\.isWhitespace) == false ? $0 : nil }
    let quirk = names.lazy.compactMap { name in FitnessMachine.MachineQuirk.known.first { $0.matches(name) } }.first
    guard let unit = quirk?.speedUnit ?? (names.contains { $0 == advertisedName } ? .specified : nil) else {
      return nil
    }
    self = unit
  }
}
