import HaloDaemon

/// The language and clock of a command's output: from `--lang`, otherwise the wearer's profile, otherwise the
/// environment.
struct LanguageChoice {
  /// The value of `--lang`; `nil` without it.
  let option: String?
  /// The arguments without `--lang`, which every command accepts.
  let arguments: [String]

  init(_ arguments: [String]) {
    var option: String? = nil
    var rest: [String] = []
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      if argument == "--" {
        rest += [argument] + remaining
        break
      } else if argument == "--lang" {
        option = remaining.popFirst() ?? ""
      } else if argument.hasPrefix("--lang=") {
        option = String(argument.dropFirst("--lang=".count))
      } else {
        rest.append(argument)
      }
    }
    self.option = option
    self.arguments = rest
  }

  /// Returns the wording; `nil` if `--lang` names an unsupported language.
  func wording(environment: (String) -> String? = EnvironmentVariable.value) -> Wording? {
    let profile = profile
    let clock = profile?.clock ?? .twentyFour
    let units = profile?.units ?? .metric
    if let option = option ?? environment(DaemonServer.languageVariable) {
      return Language(tag: option).map { Wording($0, clock: clock, units: units) }
    }
    // As in POSIX, the first variable that is not empty is used.
    let system = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    return Wording(
      profile?.language.flatMap(Language.init(tag:)) ?? Language(preferred: [system ?? ""]),
      clock: clock, units: units)
  }

  /// The profile of the wearer whose data the command shows; `nil` if there is no journal, or it cannot be read.
  private var profile: Profile? {
    let isSimulated = value(of: "--radio").map { $0 == "simulated" } ?? RadioOptions.isSimulatedByDefault
    guard let path = JournalOptions.path(value(of: "--journal"), isSimulated: isSimulated),
      JournalOptions.exists(path), (try? Journal.isOfEarlierVersion(path)) == false,
      let journal = try? Journal(path: path),
      let wearer = try? value(of: "--wearer") ?? journal.wearers().first
    else { return nil }
    return try? journal.profile(of: wearer)
  }

  private func value(of option: String) -> String? {
    for (index, argument) in arguments.enumerated() {
      if argument == option { return arguments.dropFirst(index + 1).first }
      if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
    }
    return nil
  }
}
