/// The command `halo` with all its subcommands.
struct Halo: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let commands = HaloProgram.current.commands
    let added = commands.isEmpty ? [] : [CommandGroup(name: "Of this program", subcommands: commands)]
    return CommandConfiguration(
      commandName: "halo",
      abstract: "Open health tracking for wearables: sync, keep, explain and export your own data.",
      discussion: """
        Halo shows what a device measured. It is not a medical device and gives no medical advice. All data stays on this computer.

        Without a device, add '--radio simulated' to any command, or set HALO_RADIO=simulated.

        Every command takes --lang en or --lang de. The default is the language of your profile ('halo profile --language de'), then \
        LC_ALL, LC_MESSAGES or LANG. Help, usage errors, JSON and logs are in English.
        """,
      version: HaloProgram.version,
      subcommands: helpers, groupedSubcommands: groups + added)
  }

  private static let groups: [CommandGroup] = [
    CommandGroup(
      name: "Start here",
      subcommands: [
        DoctorCommand.self, ScanCommand.self, PairCommand.self, SyncCommand.self, TodayCommand.self, LiveCommand.self,
      ] + pages),
    CommandGroup(
      name: "Everyday",
      subcommands: [
        DayCommand.self, WeekCommand.self, MonthCommand.self, YearCommand.self, SleepCommand.self, HeartCommand.self,
        StepsCommand.self, InsightsCommand.self, ExplainCommand.self, WorkoutCommand.self, TreadmillCommand.self,
        StatusCommand.self, BatteryCommand.self,
      ]),
    CommandGroup(
      name: "Your devices",
      subcommands: [
        DevicesCommand.self, InfoCommand.self, SettingsCommand.self, DoCommand.self, FindCommand.self,
        AlarmCommand.self, DisplayCommand.self, RenameCommand.self, ForgetCommand.self, PowerOffCommand.self,
        FactoryResetCommand.self,
      ]),
    CommandGroup(
      name: "Your data",
      subcommands: [
        ProfileCommand.self, ExportCommand.self, ImportCommand.self, PriorityCommand.self, BackupCommand.self,
        RestoreCommand.self, PruneCommand.self, RebuildCommand.self,
      ]),
    CommandGroup(name: "Background", subcommands: [DaemonCommand.self, BridgeCommand.self]),
    CommandGroup(name: "Raw signals", subcommands: [RawCommand.self, AnalyzeCommand.self]),
    CommandGroup(name: "Many people", subcommands: [SimulateCommand.self, WorkerCommand.self]),
    CommandGroup(
      name: "Unknown devices",
      subcommands: [
        IdentifyCommand.self, ExploreCommand.self, DecodeCommand.self, CaptureCommand.self, VerifyRingCommand.self,
      ]),
  ]

  #if Dashboard
    private static let pages: [any ParsableCommand.Type] = [ServeCommand.self]
    private static let helpers: [any ParsableCommand.Type] = [ReadImportCommand.self]
  #else
    private static let pages: [any ParsableCommand.Type] = []
    private static let helpers: [any ParsableCommand.Type] = []
  #endif
}
