extension EverestW311Driver: AlarmConfigurable {
  /// The number of alarms that the watch can store.
  public var alarmCapacity: Int { EverestW311.Alarms.capacity }

  /// Reads the alarms.
  public func alarms() async throws -> [Alarm] {
    guard case .alarms(let alarms) = try await answer(to: .alarms)?.message else {
      throw WearableError.unanswered(device: connection.label, what: Phrase("its alarms"))
    }
    return alarms.alarms
  }

  /// Replaces all alarms, reads them back, and returns the stored ones.
  public func setAlarms(_ alarms: [Alarm]) async throws -> [Alarm] {
    let requested = EverestW311.Alarms(alarms)
    try await sendConfirmed(.setAlarms(requested), Phrase("its alarms"))
    let actual = try await self.alarms()
    guard actual == requested.alarms else {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("alarms"), requested: requested.alarms.words, actual: actual.words)
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
  /// The names of the display pages, as used in commands.
  public static var displayPageNames: [String] { EverestW311.Display.Page.allCases.map(\.words) }

  /// The key of the display command, as the sources give it.
  public static let displayReadings = [
    DisplayReading("08", evidence: Phrase("Two programs for watches of the same maker use key 08.")),
    DisplayReading("03", evidence: Phrase("The program for the Everest W311 uses key 03, as its author describes it.")),
  ]

  private static func isDisputed(_ reading: DisplayReading?) -> Bool { reading == displayReadings[1] }

  /// Reads the display pages in order; `nil` if the firmware does not report them.
  public func displayPages(by reading: DisplayReading?) async throws -> [String]? {
    let question: EverestW311.Request = Self.isDisputed(reading) ? .userData : .display
    guard case .display(let display) = try await answer(to: question)?.message else { return nil }
    return display.pages.map(\.words)
  }

  /// Sets the display pages, reads them back, and returns the stored ones; `nil` if the firmware does not report them.
  public func setDisplayPages(_ names: [String], by reading: DisplayReading?) async throws -> [String]? {
    let display = EverestW311.Display(
      try names.map { name in
        guard let page = EverestW311.Display.Page.allCases.first(where: { $0.words == name }) else {
          throw ConfigurableError.unsupported(device: connection.label, what: Phrase("a page '\(name)'"))
        }
        return page
      }, isDisputed: Self.isDisputed(reading))
    let requested = display.pages.map(\.words)
    try await sendConfirmed(.setDisplay(display), Phrase("its display"))
    guard let actual = try await displayPages(by: reading) else { return nil }
    guard actual == requested else {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("display pages"),
        requested: Phrase(verbatim: requested.joined(separator: ", ")),
        actual: Phrase(verbatim: actual.joined(separator: ", ")))
    }
    return actual
  }
}

extension EverestW311.Display.Page {
  /// The page's name as used in commands: `active-time`.
  fileprivate var words: String {
    name.description.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}

extension EverestW311Driver: WearerDataConfigurable {
  /// Reads the wearer's data; `nil` if the firmware does not report it.
  public func wearerData() async throws -> WearerData? {
    if case .userData(let data) = try await answer(to: .userData)?.message { data.wearer } else { nil }
  }

  /// Sets the wearer's data, reads it back, and returns the stored data; `nil` if the firmware does not report it. Does not
  /// write to a watch that has its display there.
  public func setWearerData(_ data: WearerData) async throws -> WearerData? {
    if case .display = try await answer(to: .userData)?.message {
      throw ConfigurableError.unsupported(
        device: connection.label, what: Phrase("user data (its display has the same key: halo display --reading 03)"))
    }
    try await sendConfirmed(.setUserData(EverestW311.UserData(data)), Phrase("its user data"))
    guard let actual = try await wearerData() else { return nil }
    guard actual == data else {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("user data"), requested: data.words, actual: actual.words)
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

extension EverestW311Driver: Actionable {
  /// No source documents how a watch is turned off.
  public static let actions = [
    DeviceAction("find", Phrase("Find")),
    DeviceAction(
      "factory-reset", Phrase("Reset the device"),
      warning: Phrase("This erases the watch and all data that was not synced.")),
  ]

  /// Makes the watch vibrate, or erases its data and settings.
  public func perform(_ request: ActionRequest) async throws -> Phrase? {
    switch request.action.id {
    case "find":
      try await sendConfirmed(.findWatch, Phrase("vibration"))
      return Phrase("\(connection.label) is vibrating.")
    case "factory-reset":
      try await sendConfirmed(.factoryReset, Phrase("factory reset"))
      return Phrase("\(connection.label) received the factory reset command.")
    default: throw ConfigurableError.unsupported(device: connection.label, what: request.action.name)
    }
  }
}
