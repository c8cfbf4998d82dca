/// Decodes frames of one direction into lines of JSON.
struct LineDecoder {
  private let direction: RecordedFrame.Direction
  private let registry = HaloProgram.registry
  private let characteristic: BluetoothUUID?
  private let device: (any FrameDecoder.Type)?
  private var decoder: (any FrameDecoder)?

  /// Creates a decoder for the frames of a device, or for the values of a standard characteristic.
  init(
    _ direction: RecordedFrame.Direction, characteristic: BluetoothUUID? = nil, device: (any FrameDecoder.Type)? = nil
  ) {
    self.direction = direction
    self.characteristic = characteristic
    self.device = device
    decoder = device?.init()
  }

  /// Decodes a frame; `channel` is the number from its prefix (`v1:`).
  mutating func receive(_ frame: [UInt8], on channel: Int?, into lines: inout JSONLineWriter) {
    if let characteristic {
      registry.message(frame, of: characteristic).appendJSONLine(to: &lines)
    } else {
      let direction = direction
      let characteristic = channel.flatMap { device?.characteristic(ofChannel: $0, direction) }
      decoder?.receive(frame, direction, of: characteristic, into: &lines)
    }
  }

  mutating func finish(into lines: inout JSONLineWriter) { decoder?.finish(into: &lines) }
}
