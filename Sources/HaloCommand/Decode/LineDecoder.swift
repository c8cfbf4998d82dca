import HaloBluetooth
import HaloWearables

/// Decodes frames of one direction into lines of JSON.
struct LineDecoder {
  private let direction: DecodeCommand.Direction
  private let characteristic: BluetoothUUID?
  private var received = ColmiRing.ReceivedDecoder()
  private var sent = ColmiRing.SentDecoder()
  private let isOfWatch: Bool
  private var watch = EverestW311.ReceivedDecoder()

  /// A decoder of a device's frames, or of the values of a standard characteristic.
  init(
    _ direction: DecodeCommand.Direction, characteristic: BluetoothUUID? = nil, device: DecodeCommand.Device? = nil
  ) {
    self.direction = direction
    self.characteristic = characteristic
    isOfWatch = device == .everestW311
  }

  mutating func receive(_ frame: [UInt8], on channel: ColmiRing.Channel?, into lines: inout JSONLineWriter) {
    if let characteristic {
      CharacteristicMessages.message(frame, of: characteristic).appendJSONLine(to: &lines)
      return
    }
    if isOfWatch { return receiveOfWatch(frame, into: &lines) }
    switch direction {
    case .received: received.receive(frame, on: channel) { message, _ in lines.append(message) }
    case .sent: sent.receive(frame, on: channel) { message, _ in lines.append(message) }
    }
  }

  /// A watch's frames say themselves who sent them; what has no head can only be the watch's.
  private mutating func receiveOfWatch(_ frame: [UInt8], into lines: inout JSONLineWriter) {
    if direction == .sent || EverestW311.Request(frame) != nil {
      watch.finish { message, _ in lines.append(message) }
      lines.append(EverestW311.SentMessage(frame))
    } else {
      watch.receive(frame) { message, _ in lines.append(message) }
    }
  }

  mutating func finish(into lines: inout JSONLineWriter) {
    watch.finish { message, _ in lines.append(message) }
    switch direction {
    case .received: received.finish { message, _ in lines.append(message) }
    case .sent: sent.finish { message, _ in lines.append(message) }
    }
  }
}
