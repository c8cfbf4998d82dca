import HaloHealth

// The commands that the daemon can run on behalf of its clients.

extension InfoCommand: DaemonForwardable {}
extension PairCommand: DaemonForwardable {}
extension DevicesCommand: DaemonForwardable {}
extension BatteryCommand: DaemonForwardable {}
extension RenameCommand: DaemonForwardable {}
extension ForgetCommand: DaemonForwardable {}
extension SyncCommand: DaemonForwardable {}
extension StatusCommand: DaemonForwardable {}
extension LiveCommand: DaemonForwardable {
  static var canRunInBackground: Bool { true }
  var isBackground: Bool { background }
  var backgroundJournal: (file: String?, isSimulated: Bool) {
    (ring.journalOptions.journal, ring.radioOptions.isSimulated)
  }
}
extension RawCommand: DaemonForwardable {
  var clientFile: ClientFile? {
    output.map { .record($0, format: format == nil && $0.hasSuffix(".jsonl") ? ["--format", "jsonl"] : []) }
  }
}
extension WorkoutRecordCommand: DaemonForwardable {}
extension WorkoutListCommand: DaemonForwardable {}
extension WorkoutShowCommand: DaemonForwardable {}
extension WorkoutExportCommand: DaemonForwardable {
  var clientFile: ClientFile? {
    file == "-" ? nil : .write(file, format: format == nil ? ["--format", chosenFormat?.rawValue ?? ""] : [])
  }
}
extension WorkoutDeleteCommand: DaemonForwardable {}
extension BridgeHeartRateCommand: DaemonForwardable {}
extension FindCommand: DaemonForwardable {}
extension ListAlarmsCommand: DaemonForwardable {}
extension AddAlarmCommand: DaemonForwardable {}
extension RemoveAlarmCommand: DaemonForwardable {}
extension ShowDisplayCommand: DaemonForwardable {}
extension SetDisplayCommand: DaemonForwardable {}
extension UserDataCommand: DaemonForwardable {}
extension ShowSettingsCommand: DaemonForwardable {}
extension ClockCommand: DaemonForwardable {}
extension GoalsCommand: DaemonForwardable {}
extension MeasureCommand: DaemonForwardable {}
extension RingProfileCommand: DaemonForwardable {}
extension DoCommand: DaemonForwardable {}
extension PowerOffCommand: DaemonForwardable {}
extension FactoryResetCommand: DaemonForwardable {}
extension ProfileCommand: DaemonForwardable {}
extension PriorityCommand: DaemonForwardable {}
extension TodayCommand: DaemonForwardable {}
extension DayCommand: DaemonForwardable {
  var runsLocally: Bool { day == nil }
}
extension WeekCommand: DaemonForwardable {}
extension MonthCommand: DaemonForwardable {}
extension YearCommand: DaemonForwardable {}
extension SleepCommand: DaemonForwardable {}
extension HeartCommand: DaemonForwardable {}
extension StepsCommand: DaemonForwardable {}
extension ExplainCommand: DaemonForwardable {}
extension InsightsCommand: DaemonForwardable {}
extension ExportCommand: DaemonForwardable {}
extension ImportCommand: DaemonForwardable {
  var clientFile: ClientFile? {
    list || undo ? nil : files.first { $0 != "-" }.map { .read($0, name: name == nil ? ["--name", $0] : []) }
  }
}
extension BackupCommand: DaemonForwardable {
  var clientFile: ClientFile? { .write(file) }
}
extension PruneCommand: DaemonForwardable {}
extension RebuildCommand: DaemonForwardable {}
#if Dashboard
  extension ServeCommand: DaemonForwardable {
    /// Only the service can issue a sign-in link to its page. Serving another page runs in this process.
    var runsLocally: Bool { !link }
  }
#endif
