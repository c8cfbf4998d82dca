import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `halo devices`: what is kept.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the paired devices.",
    discussion: "EXIT STATUS: 0, also where there are none.")

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object a device.")
  var json = false

  func run() throws {
    let devices = try journalOptions.openToShow().devices()
    if json { return try devices.forEach { try StandardOutput.write(json: DeviceOutput($0)) } }
    if devices.isEmpty { StandardError.write("halo: no device is paired. 'halo pair' keeps one.\n") }
    let terminal = Terminal.current()
    let width = (devices.map(\.name.count).max() ?? 0) + 2
    for device in devices {
      let name = Words.printable(device.name)
      let last = device.lastSession.map { "last spoken with \(Words.localTime($0))" } ?? "never spoken with"
      try StandardOutput.write(
        text: terminal.paint(name, .bold) + String(repeating: " ", count: max(1, width - name.count))
          + "\(device.identifier)  \(device.firmware ?? device.family)  \(Words.printable(device.wearer))  \(last)\n")
    }
  }
}

/// A device as `halo devices --json` prints it.
private struct DeviceOutput: Encodable {
  let identifier: String
  let name: String
  let family: String
  let wearer: String
  let hardware: String?
  let firmware: String?
  let lastSession: String?

  init(_ device: Device) {
    identifier = device.identifier.text
    name = device.name
    family = device.family
    wearer = device.wearer
    hardware = device.hardware
    firmware = device.firmware
    lastSession = device.lastSession?.description
  }
}

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
      let names = devices.map(\.name).joined(separator: ", ")
      StandardError.write(
        "halo: no paired device is called '\(device)'. \(names.isEmpty ? "None is paired." : "Paired are: \(names).")\n"
      )
      throw ExitCode(EX.unavailable)
    }
    return found
  }
}

/// `halo rename`: another name for a device.
struct RenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a paired device another name.",
    discussion: "EXIT STATUS: 0; 69 where no device is called so.")

  @OptionGroup var device: DeviceArgument
  @Argument(help: "The new name.")
  var name: String
  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("A name has at least one character.")
    }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let device = try device.find(in: journal)
    let isTaken = try report {
      try journal.devices().contains { $0.id != device.id && $0.name.lowercased() == name.lowercased() }
    }
    if isTaken {
      StandardError.write("halo: another device is called '\(name)' already.\n")
      throw ExitCode(EX.usage)
    }
    try report { try journal.rename(device, to: name) }
  }
}

/// `halo forget`: lets a device go.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Let a paired device go; its data stay, unless --data.",
    discussion: "EXIT STATUS: 0; 64 where --data lacks --yes; 69 where no device is called so.")

  @OptionGroup var device: DeviceArgument
  @Flag(help: "Erase everything that came from it, too. Wants --yes.")
  var data = false
  @Flag(help: "I am sure.")
  var yes = false
  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    guard !data || yes else {
      throw ValidationError("--data erases everything that came from the device, for good. Add --yes if you are sure.")
    }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let now = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000), secondsFromGMT: 0)
    try journal.forget(device.find(in: journal, all: data), withData: data, at: now)
  }
}
