import HaloBluetooth
import HaloHealth
public import HaloJournal

extension ClockDifference {
  /// What was found, in words: how far the clock was off, why, and which times that concerns.
  public func words(device: Device) -> String {
    let time = "\(time.wallClock.date) \(time.wallClock.time)"
    let (hours, minutes) = (abs(secondsBehind) / 3600, abs(secondsBehind) / 60 % 60)
    let difference = "\(hours) h \(minutes) min \(secondsBehind > 0 ? "behind" : "ahead of") this computer"
    let what =
      switch found.certainty {
      case .certain: "The clock of \(device.name) was \(difference): another app had set it to UTC."
      case .likely:
        """
        The clock of \(device.name) was probably \(difference), in UTC, as some apps set it: its newest heart rate was that old. \
        If it was not worn meanwhile, its clock was right.
        """
      case .atLeast: "The clock of \(device.name) was at least \(difference)."
      }
    return "\(what) What it recorded before \(time) is marked as doubtful."
  }

  /// The command that says that the clock was in UTC, and the one that says that it was right; `nil` if no command can. `options` follow
  /// the name.
  public func remedies(device: Device, options: String = "") -> (utc: String, local: String)? {
    guard isFirst, found.certainty != .atLeast else { return nil }
    let isPlain = device.name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || " _-.0123456789".unicodeScalars.contains($0)
    }
    let name = isPlain ? "\"\(device.name)\"" : device.identifier.text
    func command(_ flag: String) -> String { "halo pair \(flag) --device \(name)\(options)" }
    return (command("--clock-in-utc"), command("--clock-in-local-time"))
  }

  /// The remedies in words; empty if there are none.
  public func advice(device: Device, options: String = "") -> String {
    remedies(device: device, options: options).map { utc, local in
      "If it was in UTC, '\(utc)' corrects these times. If it was right, '\(local)' makes them certain."
    } ?? ""
  }
}
