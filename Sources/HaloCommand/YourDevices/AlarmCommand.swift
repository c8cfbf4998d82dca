import Synchronization

/// `halo alarm`: shows and changes the alarms of a watch.
struct AlarmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm",
    abstract: "Show and change the alarms of a watch.",
    discussion: """
      An Everest W311 stores five alarms. Halo reads alarms back after writing, and prints what the watch reports.

      EXAMPLES:
        halo alarm --radio simulated --scene watch
        halo alarm add 06:45 --days weekdays --radio simulated --scene watch
        halo alarm remove 1
      """,
    subcommands: [ListAlarmsCommand.self, AddAlarmCommand.self, RemoveAlarmCommand.self],
    defaultSubcommand: ListAlarmsCommand.self)
}

/// `halo alarm list`.
struct ListAlarmsCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the alarms (default).",
    discussion: "EXIT STATUS: 0; 69 if no watch was found.")

  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    try AlarmOutput.write(try await ring.alarms(), json: json)
  }
}

/// `halo alarm add`.
struct AddAlarmCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an alarm.",
    discussion: """
      With --days, the alarm rings on those days every week. With --days and --once, it rings once on each of those \
      days. Without --days, it rings once.

      EXAMPLES:
        halo alarm add 06:45 --days weekdays --radio simulated --scene watch
        halo alarm add 9:30 --days sat,sun --off --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no watch was found, its alarms are full, or it did not store the alarm.
      """)

  @Argument(help: ArgumentHelp("The time, on the watch's clock.", valueName: "HH:MM"), transform: parseTime)
  var time: TimeOfDay
  @Option(
    help: ArgumentHelp(
      "The days on which the alarm rings: 'mon,wed', 'weekdays', 'weekend' or 'daily'.", valueName: "days"),
    transform: parseDays)
  var days: Set<Int> = []
  @Flag(help: "Do not repeat every week.")
  var once = false
  @Flag(help: "Store the alarm, but turned off.")
  var off = false
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let alarms = try await ring.alarms { alarms, capacity, device in
      guard let slot = (0..<capacity).first(where: { slot in !alarms.contains { $0.slot == slot } }) else {
        throw Failure(
          EX.unavailable, "\(device) stores at most \(capacity) alarms. Remove one with 'halo alarm remove'.")
      }
      return alarms + [Alarm(slot: slot, isEnabled: !off, time: time, weekdays: days, isWeekly: !once && !days.isEmpty)]
    }
    try AlarmOutput.write(alarms, json: json)
  }

  private static func parseTime(_ text: String) throws -> TimeOfDay {
    let seconds = TimeOfDay.seconds((text.count == 4 ? "0" : "") + text + ":00")
    return TimeOfDay(
      minutes: try refuse("'\(text)' is not a time of day. Write it like 06:45.", ifNil: seconds) / 60)
  }

  private static func parseDays(_ text: String) throws -> Set<Int> {
    switch text.lowercased() {
    case "daily": return Set(0...6)
    case "weekdays": return Set(1...5)
    case "weekend": return [0, 6]
    default:
      let days = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map { word in
        word.count >= 3 ? AlarmOutput.days.firstIndex { $0.lowercased().hasPrefix(word) } : nil
      }
      try refuse(
        "'\(text)' are not valid days. Write mon,wed, or weekdays, weekend or daily.", unless: !days.contains(nil))
      return Set(days.compactMap { $0 })
    }
  }
}

/// `halo alarm remove`.
struct RemoveAlarmCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an alarm.",
    discussion: "EXIT STATUS: 0; 69 if no watch was found, or it has no such alarm.")

  @Argument(help: "The alarm's number from 'halo alarm list'.")
  var number: Int
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let alarms = try await ring.alarms { alarms, _, device in
      let left = alarms.filter { $0.slot != number - 1 }
      guard left.count < alarms.count else {
        throw Failure(EX.unavailable, "\(device) has no alarm \(number). 'halo alarm list' lists its alarms.")
      }
      return left
    }
    try AlarmOutput.write(alarms, json: json)
  }
}

extension DeviceOptions {
  /// Reads a device's alarms, and changes them if requested: to those that `change` returns.
  fileprivate func alarms(
    _ change: @escaping @Sendable ([Alarm], _ capacity: Int, _ device: String) throws -> [Alarm]? = { _, _, _ in nil }
  ) async throws -> CautionedValue<[Alarm]> {
    // Compute the change only once: if the link is lost after the write, the watch may have stored it already.
    let decided = Mutex<[Alarm]?>(nil)
    return try await withDevice(.alarms, as: { $0 as? any AlarmConfigurable }, Phrase("alarms")) { clock, seen, _ in
      func answer(_ alarms: [Alarm]) -> CautionedValue<[Alarm]> { CautionedValue(alarms, of: clock) }
      if let alarms = decided.withLock({ $0 }) { return answer(try await clock.setAlarms(alarms)) }
      let alarms = try await clock.alarms()
      guard let requested = try change(alarms, clock.alarmCapacity, seen.label) else { return answer(alarms) }
      decided.withLock { $0 = requested }
      return answer(try await clock.setAlarms(requested))
    }
  }
}

/// The output of alarms.
enum AlarmOutput {
  /// The days of the week, from Sunday on.
  static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  static func write(_ answer: CautionedValue<[Alarm]>, json: Bool) throws {
    if json {
      let alarms = answer.value.map { alarm -> JSONFields in
        [
          "number": alarm.slot + 1, "time": alarm.time, "enabled": alarm.isEnabled,
          "days": alarm.weekdays.sorted().map { Self.days[$0].lowercased() }, "weekly": alarm.isWeekly,
        ]
      }
      return try StandardOutput.write(json: ["alarms": alarms, "verified": answer.isVerified] as JSONFields)
    }
    let terminal = Terminal.current()
    guard !answer.value.isEmpty else {
      return try StandardOutput.write(text: Phrase("No alarm is set.").text + "\n" + answer.cautionLine)
    }
    let states = (on: Phrase("on").text, off: Phrase("off").text)
    let width = max(states.on.count, states.off.count)
    let lines = answer.value.map { alarm in
      let state = alarm.isEnabled ? states.on : states.off
      let text = Phrase("\(alarm.time)  ").text + state.padded(to: width + 2) + alarm.days.text
      return "\(alarm.slot + 1)  " + (alarm.isEnabled ? text : terminal.paint(text, .faint)) + "\n"
    }
    try StandardOutput.write(text: lines.joined() + answer.cautionLine)
  }
}
