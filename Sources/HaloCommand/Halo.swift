import ArgumentParser

/// The command `halo` with all its subcommands.
struct Halo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "halo",
    abstract: "Open health tracking with wearables that anyone can read through.",
    discussion: """
      Everything stays on this machine. Halo shows what a device measured; it is not a medical device and gives no \
      medical advice.

      Every command takes --lang en or --lang de; without it the wearer's profile decides ('halo profile --language de'), otherwise \
      LC_ALL, LC_MESSAGES or LANG. Help, JSON and logs are in English.
      """,
    version: HaloProgram.version,
    groupedSubcommands: [
      CommandGroup(name: "The page", subcommands: pages),
      CommandGroup(
        name: "Devices",
        subcommands: [
          ScanCommand.self, IdentifyCommand.self, InfoCommand.self, PairCommand.self, DevicesCommand.self,
          RenameCommand.self,
          ForgetCommand.self,
          SyncCommand.self, StatusCommand.self, BatteryCommand.self, LiveCommand.self, TreadmillCommand.self,
          WorkoutCommand.self, BridgeCommand.self,
          RawCommand.self,
          SettingsCommand.self,
          AlarmCommand.self, DisplayCommand.self,
          FindCommand.self,
          PowerOffCommand.self, FactoryResetCommand.self, DaemonCommand.self, DoctorCommand.self,
        ]),
      CommandGroup(
        name: "Your data",
        subcommands: [
          TodayCommand.self, DayCommand.self, WeekCommand.self, MonthCommand.self, YearCommand.self,
          InsightsCommand.self,
          SleepCommand.self, HeartCommand.self,
          StepsCommand.self, ExplainCommand.self, ProfileCommand.self, ExportCommand.self, ImportCommand.self,
          BackupCommand.self,
          RestoreCommand.self,
          PruneCommand.self,
          RebuildCommand.self,
        ]),
      CommandGroup(
        name: "Signals", subcommands: [AnalyzeCommand.self]),
      CommandGroup(
        name: "Bytes",
        subcommands: [ExploreCommand.self, DecodeCommand.self, CaptureCommand.self, VerifyRingCommand.self]),
    ])

  private static var pages: [any ParsableCommand.Type] {
    #if Dashboard
      [ServeCommand.self]
    #else
      []
    #endif
  }
}
