extension ColmiRing {
  /// Decodes the traffic between an app and a ring.
  public struct Conversation: ConversationReader, RecordingDecoder {
    private var received = ReceivedDecoder()
    private var sent = SentDecoder()

    /// Creates a reader that has read no frames.
    public init() {}

    /// The family of COLMI rings.
    public static var family: WearableFamily { ColmiRingDriver.family }

    private typealias Row = (
      number: Int, direction: RecordedFrame.Direction, uuid: BluetoothUUID, purpose: String, bits: Int
    )
    private static let rows: [Row] = [
      (1, .sent, GATT.commandWrite, "ring commands", 8), (1, .received, GATT.commandNotify, "ring answers", 8),
      (2, .sent, GATT.bigDataWrite, "ring big-data requests", 24),
      (2, .received, GATT.bigDataNotify, "ring big data", 24),
    ]

    /// The ring's characteristics and their purposes.
    public static let characteristics: [(uuid: BluetoothUUID, service: BluetoothUUID, purpose: String)] = rows.map {
      ($0.uuid, $0.number == 1 ? GATT.commandService : GATT.bigDataService, $0.purpose)
    }

    /// The characteristics of one direction, with the strength of their checksums in bits. A packet has a checksum of 8
    /// bits; big data has a mark and a checksum of 16 bits.
    public static func candidates(_ direction: RecordedFrame.Direction) -> [(uuid: BluetoothUUID, bits: Int)] {
      rows.filter { $0.direction == direction }.map { ($0.uuid, $0.bits) }
    }

    /// Returns the time in a request that sets the ring's clock.
    public static func wallClock(setBy frame: [UInt8]) -> WallClock? {
      guard let packet = Packet(frame), case .setTime(let clock, _) = Request(packet) else { return nil }
      return clock
    }

    /// Returns whether a received frame can be the answer to a request, by its command or id.
    public static func isAnswer(_ frame: [UInt8], to request: [UInt8]) -> Bool? {
      guard let asked = request.first, let answered = frame.first else { return nil }
      switch (Packet(frame) != nil, Packet(request) != nil) {
      // The highest bit marks a refusal.
      case (true, true): return answered & 0x7F == asked & 0x7F
      case (true, false), (false, true): return false
      case (false, false):
        guard frame.count >= BigData.headerLength, request.count > 1, answered == BigData.mark, asked == BigData.mark
        else { return nil }
        return frame[1] == request[1]
      }
    }

    /// Returns whether two requests are the same, apart from a time, a phone's name or a last value in them.
    public static func asksTheSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
      guard let first = Packet(first).flatMap({ Request($0) }), let second = Packet(second).flatMap({ Request($0) })
      else { return false }
      switch (first, second) {
      case (.setTime, .setTime), (.phoneName, .phoneName): return true
      case (.stopRealTime(let quantity, _), .stopRealTime(let other, _)): return quantity == other
      default: return first == second
      }
    }

    /// Returns the phone's name in a request; `nil` in other frames.
    public static func personalText(in frame: [UInt8], _ direction: RecordedFrame.Direction) -> [UInt8]? {
      guard direction == .sent, let packet = Packet(frame), case .phoneName(let name) = Request(packet) else {
        return nil
      }
      return [UInt8](name.utf8)
    }

    /// Redacts an advertised name but keeps the model: `R02_0000`. Returns `nil` for the names of other devices.
    public static func redactedName(_ name: String) -> String? {
      let advertisement = Advertisement(device: DeviceID(""), name: name)
      guard ColmiRingDriver.match(advertisement) != nil, let end = name.lastIndex(of: "_") else { return nil }
      return name[...end] + String(name[name.index(after: end)...].map { _ in "0" as Character })
    }

    /// Redacts health data and personal texts in the values of one link.
    public static func redacted(
      _ values: [ConversationValue], using random: inout some RandomNumberGenerator
    ) -> [[UInt8]] {
      let frames = values.map { value in
        // A value in the wrong direction is not a ring's command; redact it like an unknown command.
        (Channel(value.characteristic, value.direction) ?? .commands, value.direction, value.bytes)
      }
      var generator = random
      defer { random = generator }
      return Redaction { Int.random(in: $0, using: &generator) }.redact(frames)
    }

    /// Decodes a value of a ring's characteristic.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID,
      emit: (any MessageFields) -> Void
    ) {
      guard let channel = Channel(characteristic, direction) else { return }
      // Emit each message next to its frame.
      received.lookahead = 1
      switch direction {
      case .received: received.receive(frame, on: channel) { message, _ in emit(message) }
      case .sent: sent.receive(frame, on: channel) { message, _ in emit(message) }
      }
    }

    /// Emits messages that are still incomplete.
    public mutating func finish(emit: (any MessageFields) -> Void) {
      received.finish { message, _ in emit(message) }
      sent.finish { message, _ in emit(message) }
    }

    // MARK: RecordingDecoder

    /// Decodes a frame of a recording.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
      emit: (any DayMessage, [Int]) -> Void
    ) {
      guard direction == .received else { return }
      received.receive(frame, on: characteristic.flatMap { Channel($0, direction) }) { emit($0, $1.all) }
    }

    /// Emits messages that are still incomplete, and drops them.
    public mutating func finish(emit: (any DayMessage, [Int]) -> Void) { received.finish { emit($0, $1.all) } }

    // MARK: FrameDecoder

    /// Maps the bytes of a frame to the fields of its message.
    public static func byteMap(
      of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
    ) -> [ByteField] {
      let channel = characteristic.flatMap { Channel($0, direction) }
      guard direction == .received, channel != .bigData, let packet = Packet(frame) else { return [] }
      return PacketForm.of(packet).byteMap(packet)
    }

    /// The prefix `v1:` means commands, and `v2:` means big data.
    public static func characteristic(ofChannel number: Int, _ direction: RecordedFrame.Direction) -> BluetoothUUID? {
      rows.first { $0.number == number && $0.direction == direction }?.uuid
    }

    /// Decodes a frame into lines of JSON.
    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
      into lines: inout JSONLineWriter
    ) {
      let channel = characteristic.flatMap { Channel($0, direction) }
      switch direction {
      case .received: received.receive(frame, on: channel) { message, _ in lines.append(message) }
      case .sent: sent.receive(frame, on: channel) { message, _ in lines.append(message) }
      }
    }

    /// Appends messages that are still incomplete.
    public mutating func finish(into lines: inout JSONLineWriter) {
      received.finish { message, _ in lines.append(message) }
      sent.finish { message, _ in lines.append(message) }
    }
  }
}
