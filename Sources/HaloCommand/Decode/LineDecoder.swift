import HaloBluetooth
import HaloWearables

/// Decodes frames of one direction into lines of JSON.
struct LineDecoder {
  private let direction: DecodeCommand.Direction
  private let characteristic: BluetoothUUID?
  private var received = ColmiRing.ReceivedDecoder()
  private var sent = ColmiRing.SentDecoder()

  /// A decoder of a ring's frames, or of the values of a standard characteristic.
  init(_ direction: DecodeCommand.Direction, characteristic: BluetoothUUID? = nil) {
    self.direction = direction
    self.characteristic = characteristic
  }

  mutating func receive(_ frame: [UInt8], on channel: ColmiRing.Channel?, into lines: inout JSONLineWriter) {
    if let characteristic {
      CharacteristicMessages.message(frame, of: characteristic).appendJSONLine(to: &lines)
      return
    }
    switch direction {
    case .received: received.receive(frame, on: channel) { message, _ in lines.append(message) }
    case .sent: sent.receive(frame, on: channel) { message, _ in lines.append(message) }
    }
  }

  mutating func finish(into lines: inout JSONLineWriter) {
    switch direction {
    case .received: received.finish { message, _ in lines.append(message) }
    case .sent: sent.finish { message, _ in lines.append(message) }
    }
  }
}
