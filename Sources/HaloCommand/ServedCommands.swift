import HaloHealth

// The commands that the daemon can run on behalf of its clients.

extension InfoCommand: ServedVerb {}
extension PairCommand: ServedVerb {}
extension DevicesCommand: ServedVerb {}
extension BatteryCommand: ServedVerb {}
extension RenameCommand: ServedVerb {}
extension ForgetCommand: ServedVerb {}
extension SyncCommand: ServedVerb {}
extension StatusCommand: ServedVerb {}
extension LiveCommand: ServedVerb {
  static var canRunInBackground: Bool { true }
  var isBackground: Bool { background }
  var backgroundJournal: (file: String?, isSimulated: Bool) {
    (ring.journalOptions.journal, ring.radioOptions.isSimulated)
  }
}
extension RawCommand: ServedVerb {
  var callersFile: CallersFile? {
    output.map { .record($0, format: format == nil && $0.hasSuffix(".jsonl") ? ["--format", "jsonl"] : []) }
  }
}
extension WorkoutRecordCommand: ServedVerb {}
extension WorkoutListCommand: ServedVerb {}
extension WorkoutShowCommand: ServedVerb {}
extension WorkoutExportCommand: ServedVerb {
  var callersFile: CallersFile? {
    file == "-" ? nil : .write(file, format: format == nil ? ["--format", chosenFormat?.rawValue ?? ""] : [])
  }
}
extension WorkoutDeleteCommand: ServedVerb {}
extension BridgeHeartRateCommand: ServedVerb {}
extension FindCommand: ServedVerb {}
extension ListAlarmsCommand: ServedVerb {}
extension AddAlarmCommand: ServedVerb {}
extension RemoveAlarmCommand: ServedVerb {}
extension ShowDisplayCommand: ServedVerb {}
extension SetDisplayCommand: ServedVerb {}
extension UserDataCommand: ServedVerb {}
extension ShowSettingsCommand: ServedVerb {}
extension ClockCommand: ServedVerb {}
extension GoalsCommand: ServedVerb {}
extension MeasureCommand: ServedVerb {}
extension RingProfileCommand: ServedVerb {}
extension PowerOffCommand: ServedVerb {}
extension FactoryResetCommand: ServedVerb {}
extension ProfileCommand: ServedVerb {}
extension TodayCommand: ServedVerb {}
extension DayCommand: ServedVerb {
  var runsHere: Bool { day == nil }
}
extension WeekCommand: ServedVerb {}
extension MonthCommand: ServedVerb {}
extension YearCommand: ServedVerb {}
extension SleepCommand: ServedVerb {}
extension HeartCommand: ServedVerb {}
extension StepsCommand: ServedVerb {}
extension ExplainCommand: ServedVerb {}
extension InsightsCommand: ServedVerb {}
extension ExportCommand: ServedVerb {}
extension ImportCommand: ServedVerb {
  var callersFile: CallersFile? { .read(file) }
}
extension BackupCommand: ServedVerb {
  var callersFile: CallersFile? { .write(file) }
}
extension PruneCommand: ServedVerb {}
extension RebuildCommand: ServedVerb {}
#if Dashboard
  extension ServeCommand: ServedVerb {
    /// Only the service can issue a sign-in link to its page. Serving another page runs in this process.
    var runsHere: Bool { !link }
  }
#endif
