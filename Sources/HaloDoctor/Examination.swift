import HaloBluetooth

/// Runs the checks in order.
struct Examination {
  let findings: Findings

  var checks: [Check] {
    guard findings.radio == .bluez else { return [halo, machine, journal] }
    return [halo, machine] + switches + [kernel, bus] + [bluetoothd, permission].compactMap { $0 } + adapters
      + links + [journal]
  }

  /// The adapters that bluetoothd has.
  var known: [RadioReport.Adapter] { findings.answer.adapters }

  /// The adapters that can be used without further action.
  var usable: [RadioReport.Adapter] { findings.answer.usable(findings.adapter) }

  /// The adapter that is used by default.
  var firstOn: RadioReport.Adapter? { known.first(where: \.isPowered) }

  // MARK: This program and this machine

  private var halo: Check {
    let simulated = Check.Advice(Phrase("To try Halo without hardware:"), "halo scan --radio simulated")
    switch findings.radio {
    case .bluez: return .ok(.halo, Phrase("version \(findings.version)"))
    case .turnedOff:
      return .problem(
        .halo,
        Phrase("version \(findings.version), built without the trait BlueZ; only the simulated radio is available"),
        blockingReason: Phrase("this halo was built without Bluetooth"),
        [.init(Phrase("Build Halo with its default traits:"), "swift build -c release --product halo"), simulated])
    case .none:
      return .problem(
        .halo, Phrase("version \(findings.version); Bluetooth is not yet supported on this system"),
        blockingReason: Phrase("Halo does not support Bluetooth on this system yet"), [simulated])
    }
  }

  private var machine: Check {
    var text = findings.system
    if let board = findings.board { text = "\(board), \(text)" }
    if findings.isWSL {
      return .remark(
        .machine, Phrase("\(text), in Windows (WSL), whose kernel has no drivers for Bluetooth adapters"),
        [.init(Phrase("Use Halo on native Linux, or give WSL a kernel that was built with these drivers."))])
    }
    guard let container = findings.container else { return .ok(.machine, "\(text)") }
    return .ok(.machine, Phrase("\(text), in a container (\(container))"))
  }

  // MARK: The journal

  private var journal: Check {
    guard let place = findings.journal else {
      return .problem(
        .journal, Phrase("there is no home folder for it"), blockingReason: nil,
        [.init(Phrase("Choose a path for the journal:"), "export HALO_JOURNAL=/path/to/journal.sqlite")])
    }
    let folder = place.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    guard place.isWritable else {
      return .problem(
        .journal, Phrase("\(place.path) cannot be written"), blockingReason: nil,
        [
          place.fileMode == nil
            ? .init(Phrase("Choose a path of your own:"), "export HALO_JOURNAL=$HOME/journal.sqlite")
            : .init(
              Phrase("Check the owner of the file and its folder:"),
              "ls -ld \(Self.quoted(folder)) \(Self.quoted(place.path))*")
        ])
    }
    if let mode = place.fileMode, mode & 0o077 != 0 {
      return .remark(
        .journal, Phrase("\(place.path) can be read by other users of this machine"),
        [.init(Phrase("Make it private:"), "chmod go= \(Self.quoted(place.path))*")])
    }
    if place.isStandard, let mode = place.folderMode, mode & 0o077 != 0 {
      return .remark(
        .journal, Phrase("\(folder) can be read by other users of this machine"),
        [.init(Phrase("Make it private:"), "chmod go= \(Self.quoted(folder))")])
    }
    return .ok(
      .journal,
      place.fileMode == nil
        ? Phrase("\(place.path) will be created by 'halo pair'") : Phrase("\(place.path), private"))
  }

  /// Quotes a path for a shell, whatever characters it contains.
  private static func quoted(_ path: String) -> String { "'\(path.replacing("'", with: "'\\''"))'" }
}
