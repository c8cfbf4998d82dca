import ArgumentParser
import HaloWearables

/// What the person who uses this computer lets a machine do. This is the one place that commands ask.
struct PersonalLimits {
  /// The limits.
  let limits: MachineLimits
  /// Where the person's own limits stand, or can be written.
  let path: String

  /// The limits of the settings, careful ones where they name none. The variable `HALO_SPEED_LIMIT` and the option `--limit`, in km/h,
  /// may lower the speed; what would raise it is refused, because a limit that a command line lifts is none.
  ///
  /// - Throws: `ExitCode`, after it was said why.
  init(option: Double?, file: SettingsFile = SettingsFile(nil)) throws {
    path = file.path
    let own: MachineLimits
    do { own = try file.read().machineLimits } catch {
      StandardError.write("halo: \(Words.printable("\(error)"))\n")
      throw ExitCode(EX.configuration)
    }
    var speed = own.speed
    if let text = Terminal.environment("HALO_SPEED_LIMIT"), !text.isEmpty {
      guard let value = Double(text) else {
        throw Self.refusal("HALO_SPEED_LIMIT is '\(Words.printable(text))'; it wants a speed in km/h, such as 6.")
      }
      speed = try Self.lowered(speed, to: value, "HALO_SPEED_LIMIT", path)
    }
    if let option { speed = try Self.lowered(speed, to: option, "--limit", path) }
    limits = MachineLimits(speed: speed, inclination: own.inclination)
  }

  /// Refuses what is written on the command line and beyond the limits, before anything is sent.
  func check(speed: Double?, inclination: Double?) throws {
    let (fastest, steepest) = (limits.speed.kilometersPerHour, limits.inclination.percent)
    if let speed, speed > fastest {
      throw Self.refusal(
        """
        \(Words.number(speed)) km/h is beyond your limit of \(Words.number(fastest)) km/h; nothing was sent. 'speedLimit' in \
        \(path) sets it.
        """)
    }
    if let inclination, abs(inclination) > steepest {
      throw Self.refusal(
        """
        \(Words.number(inclination)) % is steeper than your limit of \(Words.number(steepest)) %; nothing was sent. 'inclineLimit' in \
        \(path) sets it.
        """)
    }
  }

  private static func lowered(
    _ limit: SpeedLimit, to value: Double, _ name: String, _ path: String
  ) throws -> SpeedLimit {
    guard value > 0, value.isFinite else { throw refusal("\(name) wants a speed in km/h, more than 0.") }
    guard value <= limit.kilometersPerHour else {
      throw refusal(
        """
        \(name) \(Words.number(value)) km/h is above your own limit of \(Words.number(limit.kilometersPerHour)) km/h, which it can \
        only lower. 'speedLimit' in \(path) raises it.
        """)
    }
    return SpeedLimit(kilometersPerHour: value)
  }

  private static func refusal(_ words: String) -> ExitCode {
    StandardError.write("halo: \(Words.printable(words))\n")
    return ExitCode(EX.usage)
  }
}
