import ArgumentParser
import HaloJournal

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
    DaemonSocket.reload(journal: journal.path)
  }
}
