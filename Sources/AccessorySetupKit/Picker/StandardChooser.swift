import Foundation
import Glibc

/// The default chooser: `HALO_ACCESSORY`, which selects a device, or the user at the terminal.
enum StandardChooser {
  static func chooser(_ environment: [String: String], hasTerminal: Bool) -> any AccessoryChooser {
    switch environment["HALO_ACCESSORY"] {
    case "first": ScriptedChooser.first
    case let name? where !name.isEmpty: ScriptedChooser.named(name)
    default: hasTerminal ? TerminalChooser() : UnavailableChooser()
    }
  }

  static func chooser() -> any AccessoryChooser {
    chooser(
      ProcessInfo.processInfo.environment, hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1)
  }
}
