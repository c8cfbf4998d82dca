public import HaloWearables

extension EverestW311 {
  /// Everything that a watch can say, and what is said of frames that are not understood. Each message's own type in `Messages/` has
  /// its bytes, its fields and all else: see ``WatchMessage``.
  public enum Message: MessageFields, Hashable {
    /// What the wearer has done today.
    case realTimeSteps(StepTotals)
    /// How today's minutes were spent.
    case dayDetails(DayDetails)
    /// The alarms.
    case alarms(Alarms)
    /// The pages of the display.
    case display(Display)
    /// What it knows of its wearer.
    case userData(UserData)
    /// What it is.
    case watchInformation(WatchInformation)
    /// Which days it keeps.
    case historyRange(HistoryRange)
    /// Steps and sleep of a day.
    case dayHistory(DayHistory)
    /// Heart rates of a day.
    case heartRateHistory(HeartRateHistory)
    /// It wants the phone to ring.
    case findPhone
    /// It has nothing of what it was asked for.
    case noData(Topic)
    /// It confirms what it was told.
    case acknowledged(group: UInt8, key: UInt8)
    /// Packets that lack their end, or are in no layout that is known.
    case incomplete(Incomplete)
    /// A frame that nobody understands.
    case unread(Unread)

    /// The meaning of a frame that stands for itself. The head of a day's history says the same as what comes in real time.
    init(_ bytes: [UInt8]) {
      self = Frame(bytes).flatMap(Self.known) ?? .unread(Unread(bytes))
    }

    private static func known(_ frame: Frame) -> Self? {
      guard frame.sender == .watch else { return nil }
      let message: Self? =
        switch frame.command {
        case StepTotals.command: StepTotals(frame).map(Self.realTimeSteps)
        case Alarms.command: Alarms(frame).map(Self.alarms)
        case Display.command: Display(frame).map(Self.display)
        case UserData.command: UserData(frame).map(Self.userData)
        case WatchInformation.command: WatchInformation(frame).map(Self.watchInformation)
        case HistoryRange.command: HistoryRange(frame).map(Self.historyRange)
        case FindPhone.command: FindPhone(frame).map { _ in .findPhone }
        default: nil
        }
      return message ?? NoData(frame).map { .noData($0.topic) }
        ?? Acknowledged(frame).map { .acknowledged(group: $0.command.group, key: $0.command.key) }
    }

    /// The message as its own type.
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
      case .unread(let message): message
      }
    }

    /// The frames that say so, in order.
    public var frames: [[UInt8]] { content.frames }

    /// Not by way of ``content``, which would allocate memory for most messages.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .realTimeSteps(let message): message.write(to: &fields)
      case .dayDetails(let message): message.write(to: &fields)
      case .alarms(let message): message.write(to: &fields)
      case .display(let message): message.write(to: &fields)
      case .userData(let message): message.write(to: &fields)
      case .watchInformation(let message): message.write(to: &fields)
      case .historyRange(let message): message.write(to: &fields)
      case .dayHistory(let message): message.write(to: &fields)
      case .heartRateHistory(let message): message.write(to: &fields)
      case .findPhone: FindPhone().write(to: &fields)
      case .noData(let topic): NoData(topic).write(to: &fields)
      case .acknowledged(let group, let key): Acknowledged(Command(group, key)).write(to: &fields)
      case .incomplete(let message): message.write(to: &fields)
      case .unread(let message): message.write(to: &fields)
      }
    }
  }
}
