import Synchronization

import HaloFoundation

/// Writes a btsnoop file, packet by packet. Thread-safe.
public final class CaptureWriter: Sendable {
  private struct State {
    var nextHandle: UInt16 = 0x0040
    var hasHeader = false
    /// The latest advertisement of each device; written when the device is connected.
    var advertisements: [DeviceID: Advertisement] = [:]
  }

  private let state = Mutex(State())
  private let clock: @Sendable () -> CaptureTime
  private let write: @Sendable ([UInt8]) throws -> Void

  /// Creates a writer that passes its bytes to `write`, in order, with timestamps from `time`.
  public init(time: WallTime, write: @escaping @Sendable ([UInt8]) throws -> Void) {
    clock = { CaptureTime(microseconds: Int64((time.now.timeIntervalSince1970 * 1_000_000).rounded(.down))) }
    self.write = write
  }

  /// Creates a writer of past packets, each with its own timestamp.
  init(write: @escaping @Sendable ([UInt8]) throws -> Void) {
    clock = { CaptureTime(microseconds: 0) }
    self.write = write
  }

  /// Remembers a device's advertisement.
  func remember(_ advertisement: Advertisement) {
    state.withLock {
      $0.advertisements[advertisement.device] = advertisement.named(asIn: $0.advertisements[advertisement.device])
    }
  }

  /// Writes a connection event, after the device's advertisement. Returns the link's handle.
  func connect(_ device: DeviceID, at time: CaptureTime? = nil) throws -> UInt16 {
    let now = time ?? clock()
    return try state.withLock { state in
      let handle = state.nextHandle
      state.nextHandle = handle == 0x0EFF ? 0x0040 : handle + 1
      let address = Self.address(of: device)
      let report = state.advertisements[device].map {
        Btsnoop.record(.event, Self.report($0, address), .received, at: now)
      }
      // LE connection complete: central role, interval 30 ms, latency 0, timeout 5 s (Core Specification, volume 4,
      // part E, 7.7.65.1).
      let event: [UInt8] =
        [0x3E, 19, 0x01, 0x00] + handle.littleEndianBytes + [0x00, Self.isRandom(address) ? 1 : 0]
        + address.bytes + [24, 0, 0, 0, 0xF4, 0x01, 0x00]
      try put((report ?? []) + Btsnoop.record(.event, event, .received, at: now), &state)
      return handle
    }
  }

  /// Writes a disconnection event; the reason is an HCI error code.
  func disconnect(_ handle: UInt16, reason: UInt8, at time: CaptureTime? = nil) throws {
    let event: [UInt8] = [0x05, 4, 0x00] + handle.littleEndianBytes + [reason]
    let now = time ?? clock()
    try state.withLock { try put(Btsnoop.record(.event, event, .received, at: now), &$0) }
  }

  /// Writes that encryption was enabled on a link.
  func encrypt(_ handle: UInt16, at time: CaptureTime? = nil) throws {
    let event: [UInt8] = [0x08, 4, 0x00] + handle.littleEndianBytes + [0x01]
    try state.withLock { try put(Btsnoop.record(.event, event, .received, at: time ?? clock()), &$0) }
  }

  /// Writes an attribute protocol packet.
  func attribute(
    _ packet: [UInt8], _ direction: RecordedFrame.Direction, on handle: UInt16, at time: CaptureTime? = nil
  ) throws {
    // Flags of a first fragment: 00 from the host, 10 from the controller (Core Specification, volume 4, part E,
    // 5.4.2).
    let flags: UInt16 = direction == .sent ? 0x0000 : 0x2000
    let data =
      (handle | flags).littleEndianBytes + UInt16(clamping: packet.count + 4).littleEndianBytes
      + UInt16(clamping: packet.count).littleEndianBytes + UInt16(4).littleEndianBytes + packet
    let now = time ?? clock()
    try state.withLock { try put(Btsnoop.record(.acl, data, direction, at: now), &$0) }
  }

  private func put(_ bytes: [UInt8], _ state: inout State) throws {
    try write(state.hasHeader ? bytes : Btsnoop.header(.h4) + bytes)
    state.hasHeader = true
  }

  /// Returns the device's address. For identifiers that are not addresses, derives a random static address from the
  /// identifier.
  private static func address(of device: DeviceID) -> DeviceAddress {
    if let address = DeviceAddress(device.text) { return address }
    let hash = device.text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    return DeviceAddress(value: hash | 0xC000_0000_0000)
  }

  /// Returns whether an address looks like a random static one: the top two bits are set.
  private static func isRandom(_ address: DeviceAddress) -> Bool { address.value >> 46 == 3 }

  /// Returns an LE advertising report with the fields that fit into 31 bytes.
  private static func report(_ advertisement: Advertisement, _ address: DeviceAddress) -> [UInt8] {
    var data: [UInt8] = []
    func add(_ type: UInt8, _ value: [UInt8]) {
      if !value.isEmpty, data.count + 2 + value.count <= 31 { data += [UInt8(value.count + 1), type] + value }
    }
    add(AdvertisingData.completeName, [UInt8]((advertisement.name ?? "").utf8.prefix(29)))
    for service in advertisement.services {
      let bytes = service.attributeBytes
      add(bytes.count == 2 ? 0x03 : 0x07, bytes)
    }
    for (company, value) in advertisement.manufacturerData.sorted(by: { $0.key < $1.key }) {
      add(0xFF, company.littleEndianBytes + value)
    }
    for (service, value) in advertisement.serviceData.sorted(by: { $0.key.high < $1.key.high }) {
      let bytes = service.attributeBytes
      add(bytes.count == 2 ? 0x16 : 0x21, bytes + value)
    }
    let strength = UInt8(bitPattern: Int8(clamping: advertisement.rssi ?? 127))
    let report: [UInt8] =
      [0x02, 1, advertisement.isConnectable ? 0 : 3, isRandom(address) ? 1 : 0] + address.bytes
      + [UInt8(data.count)] + data + [strength]
    return [0x3E, UInt8(report.count)] + report
  }
}
