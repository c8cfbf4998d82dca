import ArgumentParser

/// `halo capture`: what a device and its app really said.
struct CaptureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Read Bluetooth logs of phones and computers: what a device and its app really said.",
    discussion: """
      Halo reads btsnoop (Android, BlueZ), PacketLogger (iPhone, Mac), pcap and pcapng. docs/captures.md says how to record one, \
      and how one finds out with it how an undocumented device speaks.

      EXAMPLES:
        halo capture info btsnoop_hci.log
        halo capture show btsnoop_hci.log --characteristic 2A37
        halo capture fields btsnoop_hci.log --characteristic FFF4
        halo capture diff before-the-walk.log after-it.log --characteristic FFF4
      """,
    subcommands: [
      CaptureInfoCommand.self, CaptureShowCommand.self, CaptureFieldsCommand.self, CaptureDiffCommand.self,
      CaptureImportCommand.self, CaptureAnonymizeCommand.self, CaptureRecordCommand.self,
    ])
}
