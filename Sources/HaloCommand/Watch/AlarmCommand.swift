import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloReports
import HaloWearables

/// `halo alarm`: what a watch wakes its wearer at.
struct AlarmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm",
    abstract: "Show and change the alarms that a watch keeps.",
    discussion: """
      An Everest W311 keeps five. Everything that is written is read back: what is printed is what the watch reports.

      EXAMPLES:
        halo alarm --radio simulated --scene watch
        halo alarm add 06:45 --days weekdays --radio simulated --scene watch
        halo alarm remove 1
      """,
    subcommands: [ListAlarmsCommand.self, AddAlarmCommand.self, RemoveAlarmCommand.self],
    defaultSubcommand: ListAlarmsCommand.self)
}

/// `halo alarm list`.
struct ListAlarmsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the alarms (default).",
    discussion: "EXIT STATUS: 0; 69 if no watch was found.")

  @OptionGroup var ring: RingOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    try AlarmOutput.write(
      try await ring.withKept(.alarms, for: "settings", work: AlarmWork(change: nil)), json: json)
  }
}

/// `halo alarm add`.
struct AddAlarmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Set another alarm.",
    discussion: """
      With --days it rings on those days every week; with --once as well, on the next of each. Without --days, it rings once.

      EXAMPLES:
        halo alarm add 06:45 --days weekdays --radio simulated --scene watch
        halo alarm add 9:30 --days sat,sun --off --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no watch was found, it keeps no more alarms, or other ones.
      """)

  @Argument(help: ArgumentHelp("When, on the watch's clock.", valueName: "HH:MM"), transform: parseTime)
  var time: TimeOfDay
  @Option(
    help: ArgumentHelp("On which days: 'mon,wed', 'weekdays', 'weekend' or 'daily'.", valueName: "days"),
    transform: parseDays)
  var days: Set<Int> = []
  @Flag(help: "Not every week.")
  var once = false
  @Flag(help: "Keep it, switched off.")
  var off = false
  @OptionGroup var ring: RingOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let (time, days, isWeekly, isOn) = (time, days, !once && !days.isEmpty, !off)
    let work = AlarmWork { alarms, capacity in
      guard let slot = (0..<capacity).first(where: { slot in !alarms.contains { $0.slot == slot } }) else {
        return .failure { Phrase("\($0) keeps at most \(capacity) alarms. 'halo alarm remove' makes room.") }
      }
      return .success(
        alarms + [Alarm(slot: slot, isEnabled: isOn, time: time, weekdays: days, isWeekly: isWeekly)])
    }
    try AlarmOutput.write(try await ring.withKept(.alarms, for: "settings", work: work), json: json)
  }

  private static func parseTime(_ text: String) throws -> TimeOfDay {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw ValidationError(Phrase("'\(text)' is not a time of day; write it as 06:45.")) }
    return TimeOfDay(minutes: hour * 60 + minute)
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
      guard !days.contains(nil) else {
        throw ValidationError(
          Phrase("'\(text)' names no days; write them as mon,wed, or weekdays, weekend or daily."))
      }
      return Set(days.compactMap { $0 })
    }
  }
}

/// `halo alarm remove`.
struct RemoveAlarmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take an alarm away.",
    discussion: "EXIT STATUS: 0; 69 if no watch was found, or it has no such alarm.")

  @Argument(help: "The alarm's number, as 'halo alarm list' shows it.")
  var number: Int
  @OptionGroup var ring: RingOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let number = number
    let work = AlarmWork { alarms, _ in
      let left = alarms.filter { $0.slot != number - 1 }
      return left.count < alarms.count
        ? .success(left)
        : .failure { Phrase("\($0) has no alarm \(number). 'halo alarm list' shows those that it has.") }
    }
    try AlarmOutput.write(try await ring.withKept(.alarms, for: "settings", work: work), json: json)
  }
}

/// Reads a device's alarms, and changes them where that is wished.
private struct AlarmWork: DeviceWork {
  /// What the alarms are to become, or in words why not.
  enum Change: Sendable {
    case success([Alarm])
    case failure(@Sendable (_ device: String) -> Phrase)
  }

  let change: (@Sendable ([Alarm], _ capacity: Int) -> Change)?

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> CautionedAnswer<[Alarm]> {
    let change = change
    // Decided once: where the link breaks behind the change, the watch has it already.
    var decided: [Alarm]?
    let alarms = try await session.persistently(progress: { 0 }) { driver in
      guard let clock = driver as? any AlarmClock else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("alarms"))
      }
      if let decided { return try await clock.setAlarms(decided) }
      let alarms = try await clock.alarms()
      switch change?(alarms, clock.alarmCapacity) {
      case nil: return alarms
      case .success(let wished):
        decided = wished
        return try await clock.setAlarms(wished)
      case .failure(let phrase):
        StandardError.report(phrase(advertisement.label))
        throw ExitCode(EX.unavailable)
      }
    }
    return CautionedAnswer(value: alarms, caution: Driver.family.caution)
  }
}

/// Alarms as they are printed.
struct AlarmOutput: Encodable {
  /// The days of the week, from Sunday on.
  static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  struct Entry: Encodable {
    let number: Int
    let time: TimeOfDay
    let enabled: Bool
    let days: [String]
    let weekly: Bool
  }

  let alarms: [Entry]
  /// Whether a real device has confirmed what its driver rests on.
  let verified: Bool

  private init(_ answer: CautionedAnswer<[Alarm]>) {
    verified = answer.isVerified
    alarms = answer.value.map { alarm in
      Entry(
        number: alarm.slot + 1, time: alarm.time, enabled: alarm.isEnabled,
        days: alarm.weekdays.sorted().map { Self.days[$0].lowercased() }, weekly: alarm.isWeekly)
    }
  }

  static func write(_ answer: CautionedAnswer<[Alarm]>, json: Bool) throws {
    let output = AlarmOutput(answer)
    if json { return try StandardOutput.write(json: output) }
    let terminal = Terminal.current()
    guard !output.alarms.isEmpty else {
      return try StandardOutput.write(text: Phrase("No alarm is set.").text + "\n" + answer.cautionLine)
    }
    let states = (on: Phrase("on").text, off: Phrase("off").text)
    let width = max(states.on.count, states.off.count)
    let lines = output.alarms.map { alarm in
      let state = alarm.enabled ? states.on : states.off
      let days = words(alarm.days).map { alarm.weekly ? $0 : Phrase("\($0), once") } ?? Phrase("once")
      let text = Phrase("\(alarm.time)  ").text + state.padded(to: width + 2) + days.text
      return "\(alarm.number)  " + (alarm.enabled ? text : terminal.paint(text, .faint)) + "\n"
    }
    try StandardOutput.write(text: lines.joined() + answer.cautionLine)
  }

  private static func words(_ days: [String]) -> Phrase? {
    switch Set(days) {
    case Set(Self.days.map { $0.lowercased() }): Phrase("every day")
    case Set(Self.days[1...5].map { $0.lowercased() }): Phrase("Monday to Friday")
    default: Phrase.list(days.compactMap { Weekday(rawValue: $0)?.phrase })
    }
  }
}
