import HaloEngine

/// The warning that a device's clock did not show local time.
enum ClockWarning {
  /// Writes the warning to standard error, with the commands that correct the data. Does nothing if the clock did not
  /// differ, or if the wearer has stated the earlier setting since.
  static func write(of device: Device, in journal: Journal, _ radio: RadioOptions) throws {
    guard let difference = try journal.clockDifference(of: device) else { return }
    write(difference, of: device, isStored: true, radio)
  }

  /// Writes the warning about a difference.
  static func write(_ difference: ClockDifference, of device: Device, isStored: Bool, _ radio: RadioOptions) {
    let advice = difference.advice(
      name: device.name, identifier: device.identifier, options: radio.simulationArguments)
    let words = Phrase.sentences([difference.words(name: device.name, isStored: isStored), advice].compactMap(\.self))
    if let words { StandardError.report(words) }
  }
}

extension ClockDifference {
  /// The difference as printed by `halo sync --json`: the seconds by which the clock was behind this computer's, until
  /// Halo set it, and the command that corrects the times if it was in UTC.
  func fields(of device: Device, _ radio: RadioOptions) -> JSONFields {
    let remedies = remedies(name: device.name, identifier: device.identifier, options: radio.simulationArguments)
    return [
      "certainty": "\(found.certainty)", "secondsBehind": secondsBehind, "isUTC": found.certainty != .atLeast,
      "until": time.description, "remedy": remedies?.utc,
    ]
  }
}
