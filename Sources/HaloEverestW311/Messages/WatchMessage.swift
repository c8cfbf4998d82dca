extension EverestW311 {
  /// A message from the watch. Each message defines its properties in its own file; ``Message`` lists the messages.
  protocol WatchMessage: MessageFields, Hashable {
    /// Maps the bytes of its frame to the fields of the JSON line, for messages of one frame with fields.
    static var byteMap: [ByteField] { get }

    /// The frames that carry the message, in order.
    var frames: [[UInt8]] { get }

    /// Returns whether the message can be the answer to a request.
    func isAnswer(to request: Request, on channel: Channel) -> Bool

    /// The message's data for the journal; `nil` if it has no data. `frames` are the indices of its frames in the
    /// recording.
    func statement(frames: [Int]) -> LogEntry?
  }

  /// A request to the watch. ``Request`` lists the requests.
  protocol WatchRequest: MessageFields {
    /// The frame that the app sends.
    var frame: Frame { get }
  }

  /// A setting that the app sends as a request, and the watch sends as an answer.
  protocol TwoWayMessage: WatchMessage, WatchRequest {
    func frame(from sender: Frame.Sender) -> Frame
  }
}

extension EverestW311.WatchMessage {
  static var byteMap: [ByteField] { [] }

  func isAnswer(to request: EverestW311.Request, on channel: EverestW311.Channel) -> Bool { false }

  func statement(frames: [Int]) -> LogEntry? { nil }
}

extension EverestW311.TwoWayMessage {
  var frame: EverestW311.Frame { frame(from: .app) }
  var frames: [[UInt8]] { [frame(from: .watch).bytes] }
}
