public import HaloHealth
public import HaloWearables

extension EverestW311 {
  /// Everything that an app can say to a watch.
  public enum Request: Hashable, Sendable {
    /// Sets the clock, and how it shows the time.
    case setTime(ClockSetting)
    case setUserData(UserData)
    case userData
    case setDisplay(Display)
    case display
    case setAlarms(Alarms)
    case alarms
    /// Switches on or off that steps come as they are counted.
    case realTime(Bool)
    case historyRange
    /// Steps and sleep of a day.
    case day(CalendarDate)
    /// Heart rates of a day.
    case heartRateHistory(CalendarDate)
    case information
    /// Lets the watch vibrate.
    case findWatch
    /// Says that the phone rings.
    case findPhoneAnswer
    /// Erases the watch.
    case factoryReset

    var frame: Frame {
      func ask(_ command: Command) -> Frame { Frame(.app, command, Frame.Mark.end) }
      func ask(_ command: Command, _ date: CalendarDate) -> Frame {
        var body: [UInt8] = []
        body.append(date)
        return Frame(.app, command, Frame.Mark.data, body + [0])
      }
      return switch self {
      case .setTime(let setting): setting.frame
      case .setUserData(let data): data.frame(from: .app)
      case .userData: ask(.userData)
      case .setDisplay(let display): display.frame(from: .app)
      case .display: ask(.display)
      case .setAlarms(let alarms): alarms.frame(from: .app)
      case .alarms: ask(.alarms)
      case .realTime(let isOn): ask(isOn ? .realTimeOn : .realTimeOff)
      case .historyRange: ask(.historyRange)
      case .day(let date): ask(.day, date)
      case .heartRateHistory(let date): ask(.heartRateHistory, date)
      case .information: Frame(.app, .information, Frame.Mark.facts)
      case .findWatch: ask(.findWatch)
      case .findPhoneAnswer: ask(.findPhone)
      case .factoryReset: ask(.factoryReset)
      }
    }

    /// The frame that says so.
    public var bytes: [UInt8] { frame.bytes }

    /// The request in a frame; `nil` where it is none that is understood.
    public init?(_ bytes: [UInt8]) {
      guard let frame = Frame(bytes), let known = Self.known(frame), known.bytes == bytes else { return nil }
      self = known
    }

    private static func known(_ frame: Frame) -> Self? {
      guard frame.sender == .app else { return nil }
      switch (frame.command, frame.mark) {
      case (.time, Frame.Mark.data): return ClockSetting(frame).map(Self.setTime)
      case (.userData, Frame.Mark.data): return UserData(frame).map(Self.setUserData)
      case (.userData, Frame.Mark.end): return .userData
      case (.display, Frame.Mark.data): return Display(frame).map(Self.setDisplay)
      case (.display, Frame.Mark.end): return .display
      case (.alarms, Frame.Mark.data): return Alarms(frame).map(Self.setAlarms)
      case (.alarms, Frame.Mark.end): return .alarms
      case (.realTimeOn, Frame.Mark.end): return .realTime(true)
      case (.realTimeOff, Frame.Mark.end): return .realTime(false)
      case (.historyRange, Frame.Mark.end): return .historyRange
      case (.day, Frame.Mark.data): return frame.payload.date(at: 0).map(Self.day)
      case (.heartRateHistory, Frame.Mark.data): return frame.payload.date(at: 0).map(Self.heartRateHistory)
      case (.information, Frame.Mark.facts): return .information
      case (.findWatch, Frame.Mark.end): return .findWatch
      case (.findPhone, Frame.Mark.end): return .findPhoneAnswer
      case (.factoryReset, Frame.Mark.end): return .factoryReset
      default: return nil
      }
    }
  }

  /// What an app wrote.
  public enum SentMessage: MessageFields, Hashable {
    /// A request.
    case request(Request)
    /// A frame that nobody understands.
    case unread(Unread)

    /// The meaning of a frame.
    public init(_ bytes: [UInt8]) {
      self = Request(bytes).map(Self.request) ?? .unread(Unread(bytes))
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .request(let request): request.write(to: &fields)
      case .unread(let unread): unread.write(to: &fields)
      }
    }
  }
}

extension EverestW311.Request: MessageFields {
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    func request(_ of: StaticString) {
      fields.field("of", of)
      fields.field("type", "request")
    }
    func command(_ name: StaticString) {
      fields.field("name", name)
      fields.field("type", "command")
    }
    switch self {
    case .setTime(let setting): setting.write(to: &fields)
    case .setUserData(let data): data.write(to: &fields)
    case .setDisplay(let display): display.write(to: &fields)
    case .setAlarms(let alarms): alarms.write(to: &fields)
    case .userData: request("userData")
    case .display: request("display")
    case .alarms: request("alarms")
    case .information: request("watchInformation")
    case .historyRange: request("historyRange")
    case .day(let date):
      fields.field("date", date)
      request("history")
    case .heartRateHistory(let date):
      fields.field("date", date)
      request("heartRateHistory")
    case .realTime(let isOn):
      fields.field("of", "realTimeSteps")
      fields.field("type", isOn ? "startRealTime" : "stopRealTime")
    case .findWatch: command("findDevice")
    case .findPhoneAnswer: command("findPhoneAnswer")
    case .factoryReset: command("factoryReset")
    }
  }
}
