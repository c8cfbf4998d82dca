/// `halo profile`: shows and changes a wearer's profile.
struct ProfileCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show and change your goals, units and the values that set your heart-rate zones.",
    discussion: """
      The journal has one profile per wearer, used by the web page and the command line. 'none' clears a goal, the \
      language, the year of birth or the highest heart rate. To change the values stored on a ring, use 'halo \
      settings profile' and 'halo settings goals'.

      EXAMPLES:
        halo profile
        halo profile --step-goal 9000 --sleep-goal 7h30m
        halo profile --units imperial --clock 12 --language de --first-weekday monday
        halo profile --birth-year 1980 --max-heart-rate 185
        halo profile --birth-year none --json

      EXIT STATUS: 0; 64 if a value is out of range, or --wearer is needed; 65 if there is no journal.
      """)

  @Option(help: ArgumentHelp("The daily step goal, 500 to 50000.", valueName: "steps"))
  var stepGoal: String?
  @Option(help: ArgumentHelp("The nightly sleep goal, 4h to 12h: 7h30m, 7:30 or minutes.", valueName: "duration"))
  var sleepGoal: String?
  @Option(help: "The units: metric or imperial.")
  var units: String?
  @Option(help: ArgumentHelp("The clock: 12 or 24 hours.", valueName: "hours"))
  var clock: String?
  @Option(
    help: ArgumentHelp(
      "A language tag such as en or de, or none for the language of the system or the browser.", valueName: "tag"))
  var language: String?
  @Option(help: ArgumentHelp("The first day of the week.", valueName: "weekday"))
  var firstWeekday: String?
  @Option(help: ArgumentHelp("The year of birth, from which your highest heart rate is estimated.", valueName: "year"))
  var birthYear: String?
  @Option(help: ArgumentHelp("Your measured highest heart rate, 100 to 240.", valueName: "bpm"))
  var maxHeartRate: String?

  @Option(help: "The wearer (default: the only one).")
  var wearer: String?
  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    var profile = Profile()
    try change(&profile)
  }

  func run() throws {
    let isChange = !changes.isEmpty
    let journal = try isChange ? journalOptions.open() : journalOptions.openExisting()
    let name = try wearerName(journal)
    var before = Profile()
    let profile =
      try !isChange
      ? journal.profile(of: name)
      : journal.change(profileOf: name) {
        before = $0
        try change(&$0)
      }
    try StandardOutput.write(profile.fields(of: name), json: json) { FactRows.draw(profile.rows(of: name), on: $0) }
    if isChange {
      for advice in try advice(profile, changedFrom: before, of: name, in: journal) {
        StandardError.report(advice)
      }
    }
  }

  /// Returns the named wearer, or the only one. A profile can exist before the first device.
  private func wearerName(_ journal: Journal) throws -> String {
    guard let first = try journal.wearers().first else { return wearer ?? "me" }
    return try DaysOptions.wearer(wearer, in: journal) ?? first
  }

  private var changes: [(field: ProfileField, option: String, text: String)] {
    let all: [(ProfileField, String, String?)] = [
      (.stepGoal, "--step-goal", stepGoal), (.sleepGoalMinutes, "--sleep-goal", sleepGoal), (.units, "--units", units),
      (.clock, "--clock", clock), (.language, "--language", language),
      (.firstWeekday, "--first-weekday", firstWeekday), (.birthYear, "--birth-year", birthYear),
      (.maxHeartRate, "--max-heart-rate", maxHeartRate),
    ]
    return all.compactMap { field, option, text in text.map { (field, option, $0) } }
  }

  private func change(_ profile: inout Profile) throws {
    for (field, option, text) in changes {
      let value: ProfileValue =
        switch field {
        case _ where text.lowercased() == "none": .empty
        case .stepGoal, .birthYear, .maxHeartRate: Int(text).map(ProfileValue.number) ?? .text(text)
        case .sleepGoalMinutes: Self.minutes(text).map(ProfileValue.number) ?? .text(text)
        case .units, .clock, .firstWeekday: .text(text.lowercased())
        case .language: .text(text)
        }
      do {
        try profile.set(field, to: value, in: WallTime.system.wallClock.date.year)
      } catch {
        throw ValidationError(
          field.isOptional
            ? Phrase("\(option) must be \(error.expected), or none.") : Phrase("\(option) must be \(error.expected)."))
      }
    }
  }

  /// The minutes of `7h30m`, `7h`, `45m`, `7:30` and `450`; `nil` for anything else.
  static func minutes(_ text: String) -> Int? {
    if let minutes = Int(text) { return minutes }
    guard let match = text.wholeMatch(of: /(?:(\d{1,3})h)?(?:(\d{1,4})m)?|(\d{1,3}):(\d\d)/.ignoresCase()),
      !text.isEmpty
    else { return nil }
    let hours = (match.1 ?? match.3).flatMap { Int($0) } ?? 0
    return hours * 60 + ((match.2 ?? match.4).flatMap { Int($0) } ?? 0)
  }

  /// Returns, for each paired device that stores goals, the command that writes the changed goals to it.
  private func advice(_ profile: Profile, changedFrom before: Profile, of wearer: String, in journal: Journal) throws
    -> [Phrase]
  {
    let options = [
      profile.stepGoal == before.stepGoal ? nil : profile.stepGoal.map { "--steps \($0)" },
      profile.sleepGoalMinutes == before.sleepGoalMinutes ? nil : profile.sleepGoalMinutes.map { "--sleep \($0)" },
    ].compactMap(\.self)
    let devices = try journal.devices().filter {
      $0.wearer == wearer && HaloProgram.registry.driver($0.family) is any ProfileConfigurable.Type
    }
    guard !options.isEmpty else { return [] }
    let radio = journalOptions.isSimulated ? " --radio simulated" : ""
    return devices.map { device in
      let command = "halo settings goals \(options.joined(separator: " ")) --device \"\(device.name)\"\(radio)"
      return Phrase("\(device.name) stores its own goals. Write the new goals to it with '\(command)'.")
    }
  }
}
