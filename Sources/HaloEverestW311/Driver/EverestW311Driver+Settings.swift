import HaloText
import HaloBluetooth
import HaloHealth
public import HaloWearables

extension EverestW311Driver: AlarmClock {
  public var alarmCapacity: Int { EverestW311.Alarms.capacity }

  public func alarms() async throws -> [Alarm] {
    guard case .alarms(let alarms) = try await answer(to: .alarms)?.message else {
      throw WearableError.unanswered(device: connection.label, what: Phrase("its alarms"))
    }
    return alarms.alarms
  }

  public func setAlarms(_ alarms: [Alarm]) async throws -> [Alarm] {
    let wished = EverestW311.Alarms(alarms)
    try await tell(.setAlarms(wished), Phrase("its alarms"))
    let actual = try await self.alarms()
    guard actual == wished.alarms else {
      throw ConfigurableError.notKept(
        device: connection.label, what: Phrase("alarms"), wished: wished.alarms.words, actual: actual.words)
    }
    return actual
  }
}

extension [Alarm] {
  fileprivate var words: Phrase {
    .list(map { $0.isEnabled ? Phrase("\($0.time)") : Phrase("\($0.time) (off)") }) ?? Phrase("none")
  }
}

extension EverestW311Driver: DisplayConfigurable {
  public static var displayPageNames: [String] { EverestW311.Display.Page.allCases.map(\.words) }

  public func displayPages() async throws -> [String]? {
    guard case .display(let display) = try await answer(to: .display)?.message else { return nil }
    return display.pages.map(\.words)
  }

  public func setDisplayPages(_ names: [String]) async throws -> [String]? {
    let display = EverestW311.Display(
      try names.map { name in
        guard let page = EverestW311.Display.Page(words: name) else {
          throw ConfigurableError.unsupported(device: connection.label, what: Phrase("a page '\(name)'"))
        }
        return page
      })
    let wished = display.pages.map(\.words)
    try await tell(.setDisplay(display), Phrase("its display"))
    guard let actual = try await displayPages() else { return nil }
    guard actual == wished else {
      throw ConfigurableError.notKept(
        device: connection.label, what: Phrase("display pages"),
        wished: Phrase(verbatim: wished.joined(separator: ", ")),
        actual: Phrase(verbatim: actual.joined(separator: ", ")))
    }
    return actual
  }
}

extension EverestW311.Display.Page {
  /// The page as a person writes it: `active-time`.
  fileprivate var words: String {
    name.description.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// The page that a person writes so.
  fileprivate init?(words: String) {
    guard let page = Self.allCases.first(where: { $0.words == words }) else { return nil }
    self = page
  }
}

extension EverestW311Driver: WearerDataConfigurable {
  public func wearerData() async throws -> WearerData? {
    if case .userData(let data) = try await answer(to: .userData)?.message { data.wearer } else { nil }
  }

  public func setWearerData(_ data: WearerData) async throws -> WearerData? {
    try await tell(.setUserData(EverestW311.UserData(data)), Phrase("its wearer"))
    guard let actual = try await wearerData() else { return nil }
    guard actual == data else {
      throw ConfigurableError.notKept(
        device: connection.label, what: Phrase("user data"), wished: data.words, actual: actual.words)
    }
    return actual
  }
}

extension WearerData {
  fileprivate var words: Phrase {
    Phrase(
      "born \("\(birthday)"), weight \("\(weight)"), stride \("\(stride)"), \(targetSteps) steps, \(targetSleepMinutes) min of sleep"
    )
  }
}

extension EverestW311Driver: Manageable {
  /// Lets the watch vibrate.
  public func showItself() async throws { try await tell(.findWatch, Phrase("to vibrate")) }

  /// No source knows how a watch is turned off.
  public func powerOff() async throws {
    throw ConfigurableError.unsupported(device: connection.label, what: Phrase("turning itself off"))
  }

  public func factoryReset() async throws { try await tell(.factoryReset, Phrase("to erase itself")) }
}
