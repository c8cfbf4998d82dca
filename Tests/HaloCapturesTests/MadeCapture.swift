import HaloBluetooth
import HaloCaptures

/// A capture of one link, made packet by packet, a second apart from 2026-11-20T08:00:00Z.
struct MadeCapture {
  static let start: Int64 = 1_795_161_600
  private(set) var bytes = Btsnoop.header(.h4)
  private var second: Int64 = 0

  mutating func add(_ packet: [UInt8], _ direction: RecordedFrame.Direction) {
    let l2cap = [UInt8(packet.count & 0xFF), UInt8(packet.count >> 8), 4, 0] + packet
    let size = [UInt8(l2cap.count & 0xFF), UInt8(l2cap.count >> 8)]
    let acl = [0x40, direction == .sent ? 0x00 : 0x20] + size + l2cap
    bytes += Btsnoop.record(.acl, acl, direction, at: CaptureTime(microseconds: (Self.start + second) * 1_000_000))
    second += 1
  }

  mutating func notify(_ handle: UInt8, _ value: [UInt8]) { add([0x1B, handle, 0] + value, .received) }

  /// Writes a value in parts.
  mutating func writeLong(_ handle: UInt8, _ value: [UInt8], part: Int, executes: Bool = true) {
    for offset in stride(from: 0, to: value.count, by: part) {
      let own = [handle, 0, UInt8(offset & 0xFF), UInt8(offset >> 8)] + value[offset..<min(offset + part, value.count)]
      add([0x16] + own, .sent)
      add([0x17] + own, .received)
    }
    add([0x18, executes ? 1 : 0], .sent)
    add([0x19], .received)
  }

  /// Reads a value in parts.
  mutating func readLong(_ handle: UInt8, _ value: [UInt8], part: Int) {
    for offset in stride(from: 0, to: value.count, by: part) {
      let place = [UInt8(offset & 0xFF), UInt8(offset >> 8)]
      add(offset == 0 ? [0x0A, handle, 0] : [0x0C, handle, 0] + place, .sent)
      add([offset == 0 ? 0x0B : 0x0D] + value[offset..<min(offset + part, value.count)], .received)
    }
  }

  func reader() throws -> CaptureReader { try CaptureReader(bytes) }

  func streams(_ filter: OperationFilter = OperationFilter()) throws -> [CharacteristicFrames.Stream] {
    try CharacteristicFrames(reader(), names: CaptureNames(), filter).streams
  }

  func operations() throws -> [ATTOperation] {
    var operations: [ATTOperation] = []
    var decoder = CaptureDecoder()
    var reader = try reader()
    try reader.forEach { decoder.receive($0) { operations.append($0) } }
    return operations
  }
}
