import HaloCaptures
import HaloEngine
import HaloFoundation

/// `halo capture import`: imports a capture into the journal.
struct CaptureImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import the data in a capture into the journal.",
    discussion: """
      The frames are stored as frames of that device, so 'halo explain' can trace every number to the bytes in the \
      capture. You can import a capture twice: existing frames stay as they are. The device need not be paired. \
      'halo pair' can pair it later, and 'halo forget --data --yes' erases its data.

      EXAMPLES:
        halo capture import btsnoop_hci.log
        halo capture import btsnoop_hci.log --device C3:11:22:33:44:55 --wearer Ada

      EXIT STATUS: 0; 65 if the file is not a capture, or has no data of a supported device; 66 if it cannot be \
      opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var journalOptions: JournalOptions

  @Option(
    help: ArgumentHelp(
      "The device's name or address (default: the supported one with the most traffic).", valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp("The device's address, if the capture began after the connection and does not contain it."),
    transform: Self.parseAddress)
  var address: DeviceAddress?

  @Option(help: "The name of a new device (default: its advertised name).")
  var name: String?

  @Option(help: "The wearer of a new device.")
  var wearer: String = "me"

  func run() throws {
    let conversation = try CaptureFile.conversation(capture.file, device: device, names: capture.names())
    let journal = try journalOptions.open()
    let wall = WallTime.system
    let zone = conversation.start.flatMap { conversation.secondsFromGMT(at: $0) }
    if let known = conversation.device.address, let address, known != address {
      throw Failure(
        EX.usage,
        """
        \(conversation.device.label) has another address in the capture. --address is only for devices without one.
        """)
    }
    let result: CaptureImport.Result
    do {
      result = try CaptureImport(journal, HaloProgram.registry).run(
        conversation, address: address, name: name, wearer: wearer,
        zone: zone.map { WallTime.zoneName(secondsFromGMT: $0) } ?? wall.zone,
        secondsFromGMT: { wall.secondsFromGMT(at: Date(timeIntervalSince1970: Double($0))) },
        now: Moment(milliseconds: Int(wall.now.timeIntervalSince1970 * 1000), secondsFromGMT: 0))
    } catch let error as EngineError {
      throw Failure(EX.dataError, "\(error)")
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
        result.measurementCount == 0
          ? Phrase("\(label): \(frames) of \(result.count), from \(links). They contain no measurement.")
          : Phrase("\(label): \(frames) of \(result.count), from \(links). 'halo week' shows the data."))
    }
    if let refused = RefusedFrames(result.refusedFrames) { StandardError.report("\(refused.description)") }
    if zone == nil {
      StandardError.report(
        """
        this capture does not set the device's clock, so this computer's time zone is used. For another zone, put \
        TZ=Europe/Berlin before the command.
        """)
    }
    if conversation.unnamedCount > 0 {
      StandardError.report(
        conversation.unnamedCount == 1
          ? Phrase("1 value belongs to unknown handles. Name them with --map.")
          : Phrase("\(conversation.unnamedCount) values belong to unknown handles. Name them with --map."))
    }
  }

  private static func parseAddress(_ text: String) throws -> DeviceAddress {
    try refuse("'\(text)' is not an address. Write it like C3:11:22:33:44:55.", ifNil: DeviceAddress(text))
  }
}
