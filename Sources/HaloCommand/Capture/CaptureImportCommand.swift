import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `halo capture import`: a capture into the journal.
struct CaptureImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring a capture into the journal: what the device told its app is kept like what it tells Halo.",
    discussion: """
      The frames become frames of that device, so 'halo explain' follows every number to the bytes in the capture. A capture can be \
      imported twice: what is there stays as it is. The device need not be paired; 'halo pair' can still do it, and 'halo forget \
      --data --yes' takes all of it away.

      EXAMPLES:
        halo capture import btsnoop_hci.log
        halo capture import btsnoop_hci.log --device C3:11:22:33:44:55 --wearer Ada

      EXIT STATUS: 0; 65 if the file is no capture, or holds nothing of a device that Halo can read; 66 if it cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var journalOptions: JournalOptions

  @Option(
    help: ArgumentHelp("Which device: its name or address (default: the one most was said to).", valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp("Its address, where the log begins after the connection was made and does not say it."),
    transform: Self.parseAddress)
  var address: DeviceAddress?

  @Option(help: "What to call it, where it is new (default: the name it gives).")
  var name: String?

  @Option(help: "Who wears it, where it is new.")
  var wearer: String = "me"

  func run() throws {
    let conversation = try CaptureFile.conversation(capture.file, device: device, names: capture.names())
    let journal = try journalOptions.open()
    let wall = WallTime.system
    let zone = conversation.start.flatMap { conversation.secondsFromGMT(at: $0) }
    if let known = conversation.device.address, let address, known != address {
      StandardError.report(
        """
        \(conversation.device.label) has an address in the capture; --address is for devices that have none.
        """)
      throw ExitCode(EX.usage)
    }
    let result = try report {
      do {
        return try CaptureImport(journal, HaloProgram.registry).run(
          conversation, address: address, name: name, wearer: wearer,
          zone: zone.map { WallTime.zoneName(secondsFromGMT: $0) } ?? wall.zone,
          secondsFromGMT: { wall.secondsFromGMT(at: Date(timeIntervalSince1970: Double($0))) },
          now: Moment(milliseconds: Int(wall.now.timeIntervalSince1970 * 1000), secondsFromGMT: 0))
      } catch let error as EngineError {
        StandardError.report("\(error)")
        throw ExitCode(EX.dataError)
      }
    }
    let label = "\(result.device.name) (\(result.device.identifier))"
    if result.newCount == 0 {
      try StandardOutput.write(
        result.count == 1
          ? Phrase("\(label): its 1 frame is in the journal already.")
          : Phrase("\(label): all of its \(result.count) frames are in the journal already."))
    } else {
      let frames = result.newCount == 1 ? Phrase("1 new frame") : Phrase("\(result.newCount) new frames")
      let links = CaptureInfoText.links(result.sessionCount)
      try StandardOutput.write(
        Phrase("\(label): \(frames) of \(result.count), from \(links). 'halo week' shows what they tell."))
    }
    if let refused = RefusedFrames(result.refusedFrames) { StandardError.report("\(refused.description)") }
    if zone == nil {
      StandardError.report(
        """
        no time was set on the device in this capture, so this machine's zone is used; TZ=Europe/Berlin before the command would \
        take another.
        """)
    }
    if conversation.unnamedCount > 0 {
      StandardError.report(
        conversation.unnamedCount == 1
          ? Phrase("1 value went through handles without a name; --map names them.")
          : Phrase("\(conversation.unnamedCount) values went through handles without a name; --map names them."))
    }
  }

  private static func parseAddress(_ text: String) throws -> DeviceAddress {
    guard let address = DeviceAddress(text) else {
      throw ValidationError(Phrase("'\(text)' is no address; write it as in C3:11:22:33:44:55."))
    }
    return address
  }
}
