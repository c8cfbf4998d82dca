import SystemPackage

/// `halo decode`: decodes a device's frames into JSON objects, one per message.
struct DecodeCommand: ParsableCommand {
  /// A family whose frames can be decoded.
  struct Device: ExpressibleByArgument {
    let decoder: any FrameDecoder.Type

    static var allValueStrings: [String] {
      HaloProgram.registry.drivers.filter { $0.frameDecoder != nil }.map { $0.family.id }
    }

    init?(argument: String) {
      guard let decoder = HaloProgram.registry.driver(argument)?.frameDecoder else { return nil }
      self.decoder = decoder
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decode a device's bytes into JSON, one object per line.",
    discussion: """
      Each argument is one frame in hexadecimal. Without arguments, frames are read from standard input, one per \
      line; '#' starts a comment. Bytes may be written as other programs show them: '16:73:0F', \
      '16-73-0F', '0x10 0x43', '(0x) f0, 02'. The prefix 'v1:' or 'v2:' names the \
      channel of a ring on which the frame was received.

      A message is printed when it is complete; it may have several frames. Messages of an unknown type are printed \
      as 'unknown' and damaged ones as 'corrupt', both with their bytes. docs/messages.md lists every message.

      EXAMPLES:
        halo decode --device colmi-ring 03400000000000000000000000000043
          {"charging":false,"percent":64,"type":"battery"}
        halo decode --device colmi-ring --direction sent bc2702008180ff01
          {"of":"sleep","type":"request"}
        halo decode --device colmi-ring < Examples/colmi-r12-day.txt
        halo decode --device everest-w311 --direction sent \\
          BE0109FE05110A2D110F5211141511191D111E31
        halo decode --characteristic 2ACD 840464001400000200ffffff3f00
          {"elapsedSeconds":63,"kilocalories":2,"meters":20,"moreData":false,"speed":1,"type":"treadmillData"}

      EXIT STATUS: 0; 64 if some input was not hexadecimal (its line and column are printed on standard error, and \
      the rest is still decoded).
      """)

  @Option(help: ArgumentHelp("The device family that the bytes belong to.", valueName: "device"))
  var device: Device?

  @Option(
    help: ArgumentHelp(
      "The standard characteristic of the values, such as 2A37 or 2ACD. Each frame is one value.",
      valueName: "uuid"))
  var characteristic: BluetoothUUID?

  @Option(help: "The direction: 'received' from the device, or 'sent' by the app.")
  var direction: RecordedFrame.Direction = .received

  @Argument(help: ArgumentHelp("A frame in hexadecimal.", valueName: "frame"))
  var frames: [String] = []

  func validate() throws {
    try refuse(
      "Name the source of the bytes with --device or --characteristic.",
      unless: (device == nil) != (characteristic == nil))
  }

  func run() throws {
    var input = FrameInput()
    var lines = JSONLineWriter()
    var decoder = LineDecoder(direction, characteristic: characteristic, device: device?.decoder)
    if frames.isEmpty {
      if Terminal.isTerminal(.standardInput) {
        StandardError.write(
          Phrase("Reading frames from the keyboard, one per line. Press Control-D to end.").text + "\n")
      }
      try input.read(StandardStreams.current[.standardInput]) { _, channel, frame in
        decoder.receive(frame, on: channel, into: &lines)
      } afterEachChunk: {
        try StandardOutput.write(lines.bytes)
        lines.removeAll()
      }
    } else {
      input.read(arguments: frames) { _, channel, frame in decoder.receive(frame, on: channel, into: &lines) }
    }
    decoder.finish(into: &lines)
    try StandardOutput.write(lines.bytes)
    if input.problems > 0 { throw Failure(EX.usage) }
  }
}

extension RecordedFrame.Direction: ExpressibleByArgument {}
