import HaloDaemon

/// `halo rename`: renames a device.
struct RenameCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a paired device.",
    discussion: "EXIT STATUS: 0; 64 if another device has the new name; 69 if no device has the old one.")

  @OptionGroup var device: DeviceArgument
  @Argument(help: "The new name.")
  var name: String
  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    try refuse("A name needs at least one character.", unless: name.contains(where: { !$0.isWhitespace }))
  }

  func run() throws {
    let journal = try journalOptions.openExisting(needsValues: false)
    let device = try device.find(in: journal)
    try journal.rename(device, to: name)
    DaemonSocket.reload(journal: journal.path)
  }
}
