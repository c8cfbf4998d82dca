import ArgumentParser
import HaloBluetooth
import HaloJournal
import HaloReports

/// A device of the journal, as a person names it.
struct DeviceArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The device: its name or identifier.", valueName: "device"))
  var device: String

  /// The device; one that is not paired any more too, where `all`.
  func find(in journal: Journal, all: Bool = false) throws -> Device {
    try Self.find(device, in: report { all ? try journal.allDevices() : try journal.devices() })
  }

  /// The device that a person calls `name`.
  static func find(_ name: String, in devices: [Device]) throws -> Device {
    let wanted = name.lowercased()
    guard
      let found = devices.first(where: { [$0.name.lowercased(), $0.identifier.text.lowercased()].contains(wanted) })
    else {
      let name = Words.printable(name)
      StandardError.report(
        devices.isEmpty
          ? Phrase("no paired device is called '\(name)'. None is paired.")
          : Phrase(
            "no paired device is called '\(name)'. Paired are: \(.names(devices.map { Words.printable($0.name) }))."))
      throw ExitCode(EX.unavailable)
    }
    return found
  }
}
