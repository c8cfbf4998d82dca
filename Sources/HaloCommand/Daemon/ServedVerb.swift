import ArgumentParser
import HaloHealth

/// A command that a daemon runs for who may use it: it needs the journal or a device, and no file of the caller's but its standard
/// input and output.
protocol ServedVerb: ParsableCommand {
  /// Whether it is about something else this time, and runs where it was called.
  var runsHere: Bool { get }
  /// The caller's file that it reads or writes.
  var callersFile: CallersFile? { get }
  /// Whether it is to go on when the caller leaves.
  var isBackground: Bool { get }
  /// The journal whose daemon runs it in the background: the file that was named, and whether it is that of simulated devices.
  var backgroundJournal: (file: String?, isSimulated: Bool) { get }
}

/// A file that is handed over to a daemon, which may not open it itself, as standard input or output. In the arguments "-" takes its
/// place.
enum CallersFile: Equatable {
  case read(String)
  /// A new file, which gets its name once it is whole; `format` is an option that says what its name would have said.
  case write(String, format: [String] = [])
  /// A new file that is written bit by bit, and is of use if it was cut short.
  case record(String, format: [String])

  var path: String {
    switch self {
    case .read(let path), .write(let path, _), .record(let path, _): path
    }
  }
}

extension ServedVerb {
  var runsHere: Bool { false }
  var callersFile: CallersFile? { nil }
  var isBackground: Bool { false }
  var backgroundJournal: (file: String?, isSimulated: Bool) { (nil, RadioOptions.isSimulatedByDefault) }
}

extension InfoCommand: ServedVerb {}
extension PairCommand: ServedVerb {}
extension DevicesCommand: ServedVerb {}
extension BatteryCommand: ServedVerb {}
extension RenameCommand: ServedVerb {}
extension ForgetCommand: ServedVerb {}
extension SyncCommand: ServedVerb {}
extension StatusCommand: ServedVerb {}
extension LiveCommand: ServedVerb {
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
extension ProfileCommand: ServedVerb {}
extension PowerOffCommand: ServedVerb {}
extension FactoryResetCommand: ServedVerb {}
extension TodayCommand: ServedVerb {}
extension DayCommand: ServedVerb {
  var runsHere: Bool { CalendarDate(file) == nil }
}
extension WeekCommand: ServedVerb {}
extension MonthCommand: ServedVerb {}
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
    /// A link to the service's page is the service's to give; another page is one's own.
    var runsHere: Bool { !link }
  }
#endif
