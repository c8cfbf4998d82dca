public import HaloWearables

extension EverestW311 {
  /// Everything that a watch can say, and what is said of frames that are not understood.
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

    /// What there can be nothing of.
    public enum Topic: String, Sendable, CaseIterable {
      case day
      case heartRate

      var command: Command { self == .day ? .day : .heartRateHistory }
    }

    /// The meaning of a frame that stands for itself. The head of a day's history says the same as what comes in real time.
    init(_ bytes: [UInt8]) {
      self = Frame(bytes).flatMap(Self.known) ?? .unread(Unread(bytes))
    }

    private static func known(_ frame: Frame) -> Self? {
      guard frame.sender == .watch else { return nil }
      switch (frame.command, frame.mark) {
      case (.day, Frame.Mark.data): return StepTotals(frame).map(Self.realTimeSteps)
      case (.alarms, Frame.Mark.data): return Alarms(frame).map(Self.alarms)
      case (.display, Frame.Mark.data): return Display(frame).map(Self.display)
      case (.userData, Frame.Mark.data), (.userData, Frame.Mark.facts): return UserData(frame).map(Self.userData)
      case (.information, _): return WatchInformation(frame).map(Self.watchInformation)
      case (.historyRange, Frame.Mark.facts): return HistoryRange(frame).map(Self.historyRange)
      case (.findPhone, Frame.Mark.end): return frame.payload.isEmpty ? .findPhone : nil
      case (_, Frame.Mark.noData):
        guard frame.payload.isEmpty else { return nil }
        return Topic.allCases.first { $0.command == frame.command }.map(Self.noData)
      case (_, Frame.Mark.end):
        return frame.payload.isEmpty ? .acknowledged(group: frame.command.group, key: frame.command.key) : nil
      default: return nil
      }
    }

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
      case .incomplete(let message): message.write(to: &fields)
      case .unread(let message): message.write(to: &fields)
      case .findPhone: fields.field("type", "findPhone")
      case .noData(let topic):
        fields.field("of", topic == .day ? "history" : "heartRateHistory")
        fields.field("type", "noData")
      case .acknowledged(let group, let key):
        fields.field("group", code: group)
        fields.field("key", code: key)
        fields.field("type", "acknowledged")
      }
    }

    /// The frames that say so, in order.
    public var frames: [[UInt8]] {
      switch self {
      case .realTimeSteps(let message): [message.bytes]
      case .dayDetails(let message): [message.bytes]
      case .alarms(let message): [message.frame(from: .watch).bytes]
      case .display(let message): [message.frame(from: .watch).bytes]
      case .userData(let message): [message.frame(from: .watch).bytes]
      case .watchInformation(let message): [message.frame.bytes]
      case .historyRange(let message): [message.frame.bytes]
      case .dayHistory(let message): message.packets
      case .heartRateHistory(let message): message.packets
      case .findPhone: [Frame(.watch, .findPhone, Frame.Mark.end).bytes]
      case .noData(let topic): [Frame(.watch, topic.command, Frame.Mark.noData).bytes]
      case .acknowledged(let group, let key): [Frame(.watch, Command(group, key), Frame.Mark.end).bytes]
      case .incomplete(let message): message.packets
      case .unread(let message): [message.bytes]
      }
    }
  }
}
