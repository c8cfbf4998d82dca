#if !canImport(Darwin)
  import Foundation
  import Glibc

  /// Who chooses where the program does not say: a person at the terminal, or `HALO_ACCESSORY`, which names a device.
  enum StandardChooser {
    static func chooser(_ environment: [String: String], hasTerminal: Bool) -> any AccessoryChooser {
      switch environment["HALO_ACCESSORY"] {
      case "first": ScriptedChooser.first
      case let name? where !name.isEmpty: ScriptedChooser.named(name)
      default: hasTerminal ? TerminalChooser() : AbsentChooser()
      }
    }

    static func chooser() -> any AccessoryChooser {
      chooser(
        ProcessInfo.processInfo.environment, hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1)
    }
  }
#endif
