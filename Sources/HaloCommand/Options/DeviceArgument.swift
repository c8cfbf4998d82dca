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
    let devices = try report { all ? try journal.allDevices() : try journal.devices() }
    func isNamed(_ device: Device) -> Bool {
      device.name.lowercased() == self.device.lowercased()
        || device.identifier.text.lowercased() == self.device.lowercased()
    }
    guard let found = devices.first(where: isNamed) else {
      StandardError.report(
        devices.isEmpty
          ? Phrase("no paired device is called '\(device)'. None is paired.")
          : Phrase("no paired device is called '\(device)'. Paired are: \(.names(devices.map(\.name)))."))
      throw ExitCode(EX.unavailable)
    }
    return found
  }
}
