public import HaloBluetooth

extension ColmiRing {
  /// Reads what an app and a ring say to each other.
  public struct Conversation: ConversationReader {
    private var received = ReceivedDecoder()
    private var sent = SentDecoder()

    public init() {}

    public static var family: WearableFamily { ColmiRingDriver.family }

    public static let characteristics: [(uuid: BluetoothUUID, service: BluetoothUUID, purpose: String)] = [
      (GATT.commandWrite, GATT.commandService, "ring commands"),
      (GATT.commandNotify, GATT.commandService, "ring answers"),
      (GATT.bigDataWrite, GATT.bigDataService, "ring big-data requests"),
      (GATT.bigDataNotify, GATT.bigDataService, "ring big data"),
    ]

    public static func characteristic(of frame: [UInt8], _ direction: RecordedFrame.Direction) -> BluetoothUUID? {
      if Packet(frame) != nil { return direction == .sent ? GATT.commandWrite : GATT.commandNotify }
      guard frame.count >= BigData.headerLength, frame[0] == BigData.mark, BigData.knownIDs.contains(frame[1]) else {
        return nil
      }
      return direction == .sent ? GATT.bigDataWrite : GATT.bigDataNotify
    }

    public mutating func receive(
      _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID,
      emit: (any MessageFields) -> Void
    ) {
      guard let channel = Channel(characteristic, direction) else { return }
      switch direction {
      case .received: received.receive(frame, on: channel) { message, _ in emit(message) }
      case .sent: sent.receive(frame, on: channel) { message, _ in emit(message) }
      }
    }

    public mutating func finish(emit: (any MessageFields) -> Void) {
      received.finish { message, _ in emit(message) }
      sent.finish { message, _ in emit(message) }
    }
  }
}
