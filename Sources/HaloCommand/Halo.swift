import ArgumentParser

/// The program `halo`.
@main
struct Halo: AsyncParsableCommand {
  static let version = "0.3.0"

  static let configuration = CommandConfiguration(
    commandName: "halo",
    abstract: "Open health tracking with wearables that anyone can read through.",
    discussion: """
      Everything stays on this machine. Halo shows what a device measured; it is not a medical device and gives no \
      medical advice.
      """,
    version: version,
    subcommands: [
      ScanCommand.self, InfoCommand.self, SyncCommand.self, LiveCommand.self, RawCommand.self, SettingsCommand.self,
      FindCommand.self, PowerOffCommand.self, FactoryResetCommand.self, DecodeCommand.self, DayCommand.self,
    ])
}
