extension EverestW311.Message {
  /// The kind of a day's history.
  public enum Topic: String, Sendable, CaseIterable {
    case day
    case heartRate

    var command: EverestW311.Command {
      self == .day ? EverestW311.DayHistory.command : EverestW311.HeartRateHistory.command
    }

    /// The name in the vocabulary.
    var name: StaticString { self == .day ? "history" : "heartRateHistory" }

    /// Returns whether a request is for this kind of history, of any day.
    func isTopic(of request: EverestW311.Request) -> Bool {
      switch (self, request) {
      case (.day, .day), (.heartRate, .heartRateHistory): true
      default: false
      }
    }
  }
}

extension EverestW311 {
  /// The watch has no data for the requested history.
  ///
  /// ```
  /// ← DE 02 01 06
  /// ```
  struct NoData: WatchMessage {
    let topic: Message.Topic

    init(_ topic: Message.Topic) { self.topic = topic }

    init?(_ frame: Frame) {
      guard frame.mark == Frame.Mark.noData, frame.payload.isEmpty,
        let topic = Message.Topic.allCases.first(where: { $0.command == frame.command })
      else { return nil }
      self.topic = topic
    }

    var frames: [[UInt8]] { [Frame(.watch, topic.command, Frame.Mark.noData).bytes] }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { topic.isTopic(of: request) }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", topic.name)
      fields.field("type", "noData")
    }
  }
}
