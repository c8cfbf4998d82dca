import HaloDaemon
import HaloFoundation

/// `halo forget`: unpairs a device.
struct ForgetCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Unpair a device. Its data is kept unless you pass --data.",
    discussion: "EXIT STATUS: 0; 64 if --data is passed without --yes; 69 if no device has that name.")

  @OptionGroup var device: DeviceArgument
  @Flag(help: "Also erase all data of the device. Requires --yes.")
  var data = false
  @Flag(help: "Confirm.")
  var yes = false
  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    try refuse("--data permanently erases all data of the device. Add --yes if you are sure.", unless: !data || yes)
  }

  func run() throws {
    let journal = try journalOptions.openExisting(needsValues: false)
    let now = Moment(WallTime.system.now, secondsFromGMT: 0)
    let device = try device.find(in: journal, all: data)
    try journal.forget(device, withData: data, at: now)
    if data { try DerivedMetricsUpdater(journal).update(device.wearer, since: nil) }
    DaemonSocket.reload(journal: journal.path)
    try StandardOutput.write(
      data
        ? Phrase("\(device.name) is no longer paired, and all its data is erased.")
        : Phrase(
          """
          \(device.name) is no longer paired. Its data stays in \(journal.path); \
          'halo forget "\(device.name)" --data --yes' erases it.
          """
        ))
  }
}
