import HaloHealth
import HaloWearables

extension EverestW311 {
  /// All that a message of the watch says of itself, in its one file. ``Message`` lists the messages.
  protocol WatchMessage: MessageFields, Hashable {
    /// Which bytes of its frame hold which field of the JSON line, for a message of one frame that has fields.
    static var byteMap: [ByteField] { get }

    /// The frames that carry the message, in order.
    var frames: [[UInt8]] { get }

    /// Whether the message can be the answer to a request.
    func isAnswer(to request: Request, on channel: Channel) -> Bool

    /// What the message adds to the journal; `nil` if nothing. `frames` are the places of its frames in the recording.
    func statement(frames: [Int]) -> LogStatement?
  }

  /// A request to the watch. ``Request`` lists the requests.
  protocol WatchRequest: MessageFields {
    /// The frame that the app sends.
    var frame: Frame { get }
  }

  /// A setting that the app sends as a request, and the watch as an answer.
  protocol TwoWayMessage: WatchMessage, WatchRequest {
    func frame(from sender: Frame.Sender) -> Frame
  }
}

extension EverestW311.WatchMessage {
  static var byteMap: [ByteField] { [] }

  func isAnswer(to request: EverestW311.Request, on channel: EverestW311.Channel) -> Bool { false }

  func statement(frames: [Int]) -> LogStatement? { nil }
}

extension EverestW311.TwoWayMessage {
  var frame: EverestW311.Frame { frame(from: .app) }
  var frames: [[UInt8]] { [frame(from: .watch).bytes] }
}
