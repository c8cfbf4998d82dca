import HaloEngine
import HaloHealth
import HaloJournal

/// The warning that a device's clock was not the time here.
enum ClockWarning {
  /// Writes it to standard error, with the commands that settle it, if the clock was found to differ (in the latest session) and
  /// nothing was said of it since.
  static func write(of device: Device, in journal: Journal, inLatestSession: Bool = false, _ radio: RadioOptions) throws
  {
    guard let difference = try journal.clockDifference(of: device, inLatestSession: inLatestSession) else { return }
    let words = [
      difference.words(device: device), difference.advice(device: device, options: radio.simulationArguments),
    ]
    StandardError.write("halo: \(Words.printable(words.joined(separator: " ")))\n")
  }
}

/// What `halo sync --json` prints of a clock that was not the time here.
struct ClockOutput: Encodable {
  /// `certain`, `likely` or `atLeast`.
  let certainty: String
  /// Seconds that the clock was behind this computer's; negative if it was ahead.
  let secondsBehind: Int
  /// Whether it was in UTC.
  let isUTC: Bool
  /// Until when it was wrong: when Halo set it.
  let until: String
  /// The command that corrects the times if it was in UTC; absent if no command can.
  let remedy: String?

  init(_ difference: ClockDifference, device: Device, options: String) {
    certainty = "\(difference.found.certainty)"
    secondsBehind = difference.secondsBehind
    isUTC = difference.found.certainty != .atLeast
    until = difference.time.description
    remedy = difference.remedies(device: device, options: options)?.utc
  }
}
