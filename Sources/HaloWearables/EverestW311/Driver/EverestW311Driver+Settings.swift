import HaloBluetooth
import HaloHealth

extension EverestW311Driver: AlarmClock {
  public var alarmCapacity: Int { EverestW311.Alarms.capacity }

  public func alarms() async throws -> [Alarm] {
    guard case .alarms(let alarms) = try await answer(to: .alarms)?.message else {
      throw WearableError.unanswered(device: connection.label, what: "its alarms")
    }
    return alarms.alarms
  }

  public func setAlarms(_ alarms: [Alarm]) async throws -> [Alarm] {
    let wished = EverestW311.Alarms(alarms)
    try await tell(.setAlarms(wished), "its alarms")
    let actual = try await self.alarms()
    guard actual == wished.alarms else {
      throw ConfigurableError.notKept(
        device: connection.label, what: "its alarms", wished: wished.alarms.words, actual: actual.words)
    }
    return actual
  }
}

extension [Alarm] {
  fileprivate var words: String {
    isEmpty ? "none" : map { "\($0.time)\($0.isEnabled ? "" : " (off)")" }.joined(separator: ", ")
  }
}

extension EverestW311Driver {
  /// The pages that the watch shows; `nil` where its firmware does not say.
  public func display() async throws -> EverestW311.Display? {
    if case .display(let display) = try await answer(to: .display)?.message { display } else { nil }
  }

  /// Sets the pages that the watch shows, reads them back, and returns what the watch says they are: `nil` where it confirmed and does
  /// not say.
  public func setDisplay(_ display: EverestW311.Display) async throws -> EverestW311.Display? {
    try await tell(.setDisplay(display), "its display")
    guard let actual = try await self.display() else { return nil }
    guard actual.pages == display.pages else {
      func words(_ display: EverestW311.Display) -> String {
        display.pages.map(\.name.description).joined(separator: ", ")
      }
      throw ConfigurableError.notKept(
        device: connection.label, what: "the pages of its display", wished: words(display), actual: words(actual))
    }
    return actual
  }

  /// What the watch knows of its wearer; `nil` where its firmware does not say.
  public func userData() async throws -> EverestW311.UserData? {
    if case .userData(let data) = try await answer(to: .userData)?.message { data } else { nil }
  }

  /// Tells the watch about its wearer, reads it back, and returns what the watch says it knows: `nil` where it confirmed and does not
  /// say.
  public func setUserData(_ data: EverestW311.UserData) async throws -> EverestW311.UserData? {
    try await tell(.setUserData(data), "its wearer")
    return try await userData()
  }
}

extension EverestW311Driver: Manageable {
  /// Lets the watch vibrate.
  public func showItself() async throws { try await tell(.findWatch, "to vibrate") }

  /// No source knows how a watch is turned off.
  public func powerOff() async throws {
    throw ConfigurableError.unsupported(device: connection.label, what: "turning itself off")
  }

  public func factoryReset() async throws { try await tell(.factoryReset, "to erase itself") }
}
