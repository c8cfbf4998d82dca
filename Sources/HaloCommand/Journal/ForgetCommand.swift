import HaloDaemon
import ArgumentParser
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      throw ValidationError(
        Phrase("--data erases everything that came from the device, for good. Add --yes if you are sure."))
    }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let now = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000), secondsFromGMT: 0)
    let device = try device.find(in: journal, all: data)
    try report {
      try journal.forget(device, withData: data, at: now)
      if data { try InsightKeeper(journal).update(device.wearer, since: nil) }
    }
    DaemonSocket.reload(journal: journal.path)
  }
}
