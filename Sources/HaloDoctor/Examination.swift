import HaloBluetooth
import HaloText

/// The checks, one after the other.
struct Examination {
  let findings: Findings

  var checks: [Check] {
    guard findings.radio == .bluez else { return [halo, machine, journal] }
    return [halo, machine] + switches + [kernel, bus] + [bluetoothd, permission].compactMap { $0 } + adapters
      + links + [journal]
  }

  /// The adapters that bluetoothd has.
  var known: [RadioReport.Adapter] {
    if case .adapters(let adapters) = findings.answer { adapters } else { [] }
  }

  /// Those that can be used as they are.
  var usable: [RadioReport.Adapter] { known.filter { $0.isPowered && $0.isCentral } }

  /// The one that is used where nobody chooses another.
  var firstOn: RadioReport.Adapter? { known.first(where: \.isPowered) }

  // MARK: This program and this machine

  private var halo: Check {
    let simulated = Check.Advice(Phrase("To try things without hardware:"), "halo scan --radio simulated")
    switch findings.radio {
    case .bluez: return .ok(.halo, Phrase("version \(findings.version)"))
    case .turnedOff:
      return .problem(
        .halo, Phrase("version \(findings.version), built without the trait BlueZ: it knows only the simulated radio"),
        hindrance: Phrase("this halo was built without it"),
        [.init(Phrase("Build it with its default traits:"), "swift build -c release --product halo"), simulated])
    case .none:
      return .problem(
        .halo, Phrase("version \(findings.version); the radio of this system is not built yet"),
        hindrance: Phrase("Halo has no radio for this system yet, only the simulated one"), [simulated])
    }
  }

  private var machine: Check {
    var text = findings.system
    if let board = findings.board { text = "\(board), \(text)" }
    if findings.isWSL {
      return .remark(
        .machine, Phrase("\(text), in Windows (WSL), whose kernel brings no drivers for Bluetooth adapters"),
        [.init(Phrase("Use Halo on a Linux of its own, or give WSL a kernel that was built with them."))])
    }
    guard let container = findings.container else { return .ok(.machine, "\(text)") }
    return .ok(.machine, Phrase("\(text), in a container (\(container))"))
  }

  // MARK: The journal

  private var journal: Check {
    guard let place = findings.journal else {
      return .problem(
        .journal, Phrase("there is no home folder to keep one in"), hindrance: nil,
        [.init(Phrase("Choose a place for it:"), "export HALO_JOURNAL=/path/to/journal.sqlite")])
    }
    let folder = place.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    guard place.isWritable else {
      return .problem(
        .journal, Phrase("\(place.path) cannot be written"), hindrance: nil,
        [
          place.fileMode == nil
            ? .init(Phrase("Choose a place of your own:"), "export HALO_JOURNAL=$HOME/journal.sqlite")
            : .init(
              Phrase("See who owns it and its folder:"), "ls -ld \(Self.quoted(folder)) \(Self.quoted(place.path))*")
        ])
    }
    if let mode = place.fileMode, mode & 0o077 != 0 {
      return .remark(
        .journal, Phrase("\(place.path) can be read by others on this machine"),
        [.init(Phrase("Keep it to yourself:"), "chmod go= \(Self.quoted(place.path))*")])
    }
    if place.isStandard, let mode = place.folderMode, mode & 0o077 != 0 {
      return .remark(
        .journal, Phrase("\(folder) can be looked into by others on this machine"),
        [.init(Phrase("Keep it to yourself:"), "chmod go= \(Self.quoted(folder))")])
    }
    return .ok(
      .journal,
      place.fileMode == nil
        ? Phrase("\(place.path) is made by 'halo pair'") : Phrase("\(place.path), yours alone"))
  }

  /// A path as a shell takes it, whatever is in it.
  private static func quoted(_ path: String) -> String { "'\(path.replacing("'", with: "'\\''"))'" }
}
