extension EverestW311 {
  /// All requests that an app can send to a watch. The file of the setting or of the answer in `Messages/` defines the
  /// bytes and fields.
  public enum Request: MessageFields, Hashable {
    /// Sets the clock and the time format.
    case setTime(ClockSetting)
    case setUserData(UserData)
    case userData
    case setDisplay(Display)
    case display
    case setAlarms(Alarms)
    case alarms
    /// Turns live steps on or off.
    case realTime(Bool)
    case historyRange
    /// Steps and sleep of a day.
    case day(CalendarDate)
    /// Heart rates of a day.
    case heartRateHistory(CalendarDate)
    case information
    /// Makes the watch vibrate.
    case findWatch
    /// Confirms to the watch that the phone rings.
    case findPhoneAnswer
    /// Erases the data and the settings of the watch.
    case factoryReset

    /// The wrapped request.
    private var content: any WatchRequest {
      switch self {
      case .setTime(let setting): setting
      case .setUserData(let data): data
      case .userData: UserData.question
      case .setDisplay(let display): display
      case .display: Display.question
      case .setAlarms(let alarms): alarms
      case .alarms: Alarms.question
      case .realTime(let isOn): StepTotals.realTime(isOn)
      case .historyRange: HistoryRange.question
      case .day(let date): DayHistory.question(date)
      case .heartRateHistory(let date): HeartRateHistory.question(date)
      case .information: WatchInformation.question
      case .findWatch: Instructions.findWatch
      case .findPhoneAnswer: FindPhone.answer
      case .factoryReset: Instructions.factoryReset
      }
    }

    var frame: Frame { content.frame }

    /// The request without bytes of unknown meaning.
    var canonical: Self {
      switch self {
      case .setUserData(let data): .setUserData(UserData(data.wearer))
      case .setDisplay(let display): .setDisplay(Display(display.pages, isDisputed: display.isDisputed))
      case .setAlarms(let alarms): .setAlarms(Alarms(alarms.alarms))
      default: self
      }
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) { content.write(to: &fields) }

    /// The encoded frame.
    public var bytes: [UInt8] { frame.bytes }

    /// Decodes a request; `nil` if it is not in the vocabulary.
    public init?(_ bytes: [UInt8]) {
      guard let frame = Frame(bytes), let known = Self.known(frame), known.frame == frame else { return nil }
      self = known
    }

    private static func known(_ frame: Frame) -> Self? {
      guard frame.sender == .app else { return nil }
      switch (frame.command, frame.mark) {
      case (ClockSetting.command, Frame.Mark.data): return ClockSetting(frame).map(Self.setTime)
      case (UserData.command, Frame.Mark.data):
        return UserData(frame).map(Self.setUserData) ?? Display(frame).map(Self.setDisplay)
      case (Display.command, Frame.Mark.data): return Display(frame).map(Self.setDisplay)
      case (Alarms.command, Frame.Mark.data): return Alarms(frame).map(Self.setAlarms)
      case (DayHistory.command, Frame.Mark.data): return frame.payload.date(at: 0).map(Self.day)
      case (HeartRateHistory.command, Frame.Mark.data): return frame.payload.date(at: 0).map(Self.heartRateHistory)
      default: return constant.first { $0.frame == frame }
      }
    }

    /// The requests without parameters.
    private static let constant: [Self] = [
      .userData, .display, .alarms, .realTime(true), .realTime(false), .historyRange, .information, .findWatch,
      .findPhoneAnswer, .factoryReset,
    ]
  }

  /// Every decoded message from an app to a watch, including unknown frames.
  public enum SentMessage: MessageFields, Hashable {
    case request(Request)
    /// A frame of unknown meaning.
    case undecoded(Undecoded)

    /// Decodes a frame.
    public init(_ bytes: [UInt8]) {
      self = Request(bytes).map(Self.request) ?? .undecoded(Undecoded(bytes))
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .request(let request): request.write(to: &fields)
      case .undecoded(let undecoded): undecoded.write(to: &fields)
      }
    }
  }
}
