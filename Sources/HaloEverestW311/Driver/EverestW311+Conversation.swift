extension EverestW311 {
  /// Decodes the traffic between an app and a watch.
  public struct Conversation: ConversationReader, FrameDecoder {
    private var received = ReceivedDecoder()

    /// Creates a reader that has read no frames.
    public init() {}

    /// The family of the watch.
    public static var family: WearableFamily { EverestW311Driver.family }

    /// The watch's characteristics and their purposes. They may have either of two UUIDs, in either service.
    public static let characteristics: [(uuid: BluetoothUUID, service: BluetoothUUID, purpose: String)] =
      [GATT.service, GATT.advertisedService].flatMap { service in
        Channel.allCases.flatMap { channel in
          GATT.characteristics(channel).map { ($0, service, channel.purpose) }
        }
      }

    /// The characteristics of one direction. A frame has no checksum, but a sender, a group, a key and a mark.
    public static func candidates(_ direction: RecordedFrame.Direction) -> [(uuid: BluetoothUUID, bits: Int)] {
      let channels = direction == .sent ? [Channel.commands] : Channel.allCases
      return channels.flatMap { channel in GATT.characteristics(channel).map { ($0, 20) } }
    }

    /// Unknown frames may be of any device.
    public static func isSound(_ message: any MessageFields) -> Bool {
      !["corrupt", "incomplete", "unknown"].contains(message.type)
    }

    /// Returns the time in a request that sets the watch's clock.
    public static func wallClock(setBy frame: [UInt8]) -> WallClock? {
      if case .setTime(let setting)? = Request(frame) { setting.wallClock } else { nil }
    }

    /// Returns whether a received frame can be the answer to a request, by its group and key; `nil` for a frame without a
    /// head.
    public static func isAnswer(_ frame: [UInt8], to request: [UInt8]) -> Bool? {
      guard let frame = Frame(frame), let request = Frame(request) else { return nil }
      return frame.sender == .watch && frame.command == request.command
    }

    /// Returns whether two requests are the same, apart from a time to set.
    public static func asksTheSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
      guard let first = Request(first), let second = Request(second) else { return false }
      if case (.setTime, .setTime) = (first, second) { return true }
      return first == second
    }

    /// Redacts what follows the model in an advertised name. Returns `nil` for the names of other devices.
    public static func redactedName(_ name: String) -> String? {
      guard let model = name.firstRange(of: "W311") else { return nil }
      let end = name[model.upperBound...].first == "N" ? name.index(after: model.upperBound) : model.upperBound
      return name[model.lowerBound..<end] + String(name[end...].map { $0.isLetter || $0.isNumber ? "0" : $0 })
    }

    /// Redacts health data and the wearer's data in the values of one link.
    public static func redacted(
      _ values: [ConversationValue], using random: inout some RandomNumberGenerator
    ) -> [[UInt8]] {
      var generator = random
      defer { random = generator }
      return Redaction { Int.random(in: $0, using: &generator) }.redact(values)
    }

    /// Maps the bytes of a frame to the fields of its message.
    public static func byteMap(
      of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
    ) -> [ByteField] {
      direction == .received ? type(of: Message(frame).content).byteMap : []
    }

    /// Decodes a value of a watch's characteristic.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID,
      emit: (any MessageFields) -> Void
    ) {
      receive(frame, isSent: direction == .sent, GATT.channel(characteristic)) { emit($0) }
    }

    /// Emits messages that are still incomplete.
    public mutating func finish(emit: (any MessageFields) -> Void) { received.finish { message, _ in emit(message) } }

    /// Decodes a frame. The first byte identifies the sender; frames without a head are always from the watch.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
      into lines: inout JSONLineWriter
    ) {
      let isSent = direction == .sent || Request(frame) != nil
      receive(frame, isSent: isSent, characteristic.flatMap { GATT.channel($0) }) { $0.appendJSONLine(to: &lines) }
    }

    /// Appends messages that are still incomplete.
    public mutating func finish(into lines: inout JSONLineWriter) {
      received.finish { message, _ in lines.append(message) }
    }

    private mutating func receive(
      _ frame: [UInt8], isSent: Bool, _ channel: Channel?, emit: (any MessageFields) -> Void
    ) {
      guard isSent else { return received.receive(frame, on: channel) { message, _ in emit(message) } }
      received.finish { message, _ in emit(message) }
      emit(SentMessage(frame))
    }
  }
}

extension EverestW311.Channel {
  /// What the channel is for, in a few words.
  fileprivate var purpose: String {
    switch self {
    case .commands: "watch requests and answers"
    case .history: "watch days"
    case .realTime: "watch live steps"
    }
  }
}
