/// `halo capture`: reads Bluetooth captures.
struct CaptureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Inspect Bluetooth captures of phones and computers.",
    discussion: """
      Halo reads btsnoop (Android, BlueZ), PacketLogger (iPhone, Mac), pcap and pcapng. docs/captures.md describes \
      how to record a capture, and how to use it to understand an undocumented protocol.

      EXAMPLES:
        halo capture info btsnoop_hci.log
        halo capture show btsnoop_hci.log --characteristic 2A37
        halo capture fields btsnoop_hci.log --characteristic FFF4
        halo capture find btsnoop_hci.log 21667
        halo capture diff before-the-walk.log after-it.log --characteristic FFF4
      """,
    subcommands: [
      CaptureInfoCommand.self, CaptureShowCommand.self, CaptureFindCommand.self, CaptureFieldsCommand.self,
      CaptureDiffCommand.self, CaptureImportCommand.self, CaptureAnonymizeCommand.self, CaptureRecordCommand.self,
    ])
}
