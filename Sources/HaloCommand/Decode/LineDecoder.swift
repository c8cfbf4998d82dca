import HaloWearables

/// Decodes frames of one direction into lines of JSON.
struct LineDecoder {
  private let direction: DecodeCommand.Direction
  private var received = ColmiRing.ReceivedDecoder()
  private var sent = ColmiRing.SentDecoder()

  init(_ direction: DecodeCommand.Direction) {
    self.direction = direction
  }

  mutating func receive(_ frame: [UInt8], on channel: ColmiRing.Channel?, into lines: inout JSONLineWriter) {
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
