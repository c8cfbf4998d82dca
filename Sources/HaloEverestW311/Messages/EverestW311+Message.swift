extension EverestW311 {
  /// Every decoded message of a watch, including unknown frames. Each message's own type in `Messages/` defines its
  /// bytes and fields: see ``WatchMessage``.
  public enum Message: MessageFields, Hashable {
    /// Today's totals.
    case realTimeSteps(StepTotals)
    /// Today's activity minutes.
    case dayDetails(DayDetails)
    case alarms(Alarms)
    /// The pages of the display.
    case display(Display)
    /// The wearer's data.
    case userData(UserData)
    /// The watch's identity.
    case watchInformation(WatchInformation)
    /// The days that the watch stores.
    case historyRange(HistoryRange)
    /// Steps and sleep of a day.
    case dayHistory(DayHistory)
    /// Heart rates of a day.
    case heartRateHistory(HeartRateHistory)
    /// The watch asks the phone to ring.
    case findPhone
    /// The watch has no data for the request.
    case noData(Topic)
    /// The watch confirms a request.
    case acknowledged(group: UInt8, key: UInt8)
    /// Packets that lack their end, or have an unknown layout.
    case incomplete(Incomplete)
    /// A frame of unknown meaning.
    case undecoded(Undecoded)

    /// Decodes a self-contained frame. The head of a day's history is identical to live totals.
    init(_ bytes: [UInt8]) {
      self = Frame(bytes).flatMap(Self.known) ?? .undecoded(Undecoded(bytes))
    }

    private static func known(_ frame: Frame) -> Self? {
      guard frame.sender == .watch else { return nil }
      let message: Self? =
        switch frame.command {
        case StepTotals.command: StepTotals(frame).map(Self.realTimeSteps)
        case Alarms.command: Alarms(frame).map(Self.alarms)
        case Display.command: Display(frame).map(Self.display)
        case UserData.command: UserData(frame).map(Self.userData) ?? Display(frame).map(Self.display)
        case WatchInformation.command: WatchInformation(frame).map(Self.watchInformation)
        case HistoryRange.command: HistoryRange(frame).map(Self.historyRange)
        case FindPhone.command: FindPhone(frame).map { _ in .findPhone }
        default: nil
        }
      return message ?? NoData(frame).map { .noData($0.topic) }
        ?? Acknowledged(frame).map { .acknowledged(group: $0.command.group, key: $0.command.key) }
    }

    /// The wrapped message.
    var content: any WatchMessage {
      switch self {
      case .realTimeSteps(let message): message
      case .dayDetails(let message): message
      case .alarms(let message): message
      case .display(let message): message
      case .userData(let message): message
      case .watchInformation(let message): message
      case .historyRange(let message): message
      case .dayHistory(let message): message
      case .heartRateHistory(let message): message
      case .findPhone: FindPhone()
      case .noData(let topic): NoData(topic)
      case .acknowledged(let group, let key): Acknowledged(Command(group, key))
      case .incomplete(let message): message
      case .undecoded(let message): message
      }
    }

    /// The encoded frames, in order.
    public var frames: [[UInt8]] { content.frames }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) { content.write(to: &fields) }
  }
}
