import Synchronization

/// Records the traffic of one link. The attribute protocol allows one pending request at a time; further requests are
/// queued, as radios do.
final class CapturedLink: Sendable {
  /// A request and its response.
  private struct Exchange {
    let number: Int
    let request: [UInt8]
    var answer: [UInt8]?
    var isDone = false
  }

  private struct State {
    var handles = CapturedHandles([])
    var nextNumber = 0
    /// The first exchange is pending; its request has been written.
    var exchanges: [Exchange] = []
    var subscribed: Set<Characteristic> = []
    var hasBegun = false
    var isLost = false
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let writer: CaptureWriter
  private let handle: UInt16

  init(_ writer: CaptureWriter, _ device: DeviceID) throws {
    self.writer = writer
    handle = try writer.connect(device)
  }

  /// Writes the end of the link, by this side or by the device, once.
  func end(byDevice: Bool) throws {
    let hasEnded = state.withLock { Swift.exchange(&$0.hasEnded, with: true) }
    if !hasEnded { try writer.disconnect(handle, reason: byDevice ? 0x13 : 0x16) }
  }

  /// True if the device has disconnected.
  var isLost: Bool { state.withLock { $0.isLost } }
  func noteLoss() { state.withLock { $0.isLost = true } }

  /// Writes the MTU exchange and the discovery of services, the first time only.
  func discovered(_ services: [Service], mtu: Int) throws {
    try state.withLock { state in
      guard !state.hasBegun else { return }
      state.hasBegun = true
      state.handles = CapturedHandles(services)
      let size = [UInt8(truncatingIfNeeded: mtu), UInt8(truncatingIfNeeded: mtu >> 8)]
      try writer.attribute([0x02] + size, .sent, on: handle)
      try writer.attribute([0x03] + size, .received, on: handle)
      for (request, answer) in state.handles.discovery(mtu: mtu) {
        try writer.attribute(request, .sent, on: handle)
        try writer.attribute(answer, .received, on: handle)
      }
    }
  }

  func handle(of characteristic: Characteristic) -> [UInt8] {
    state.withLock { $0.handles.value(characteristic) }.littleEndianBytes
  }

  func handle(of descriptor: BluetoothUUID, of characteristic: Characteristic) -> [UInt8] {
    state.withLock { $0.handles.descriptor(descriptor, of: characteristic) }.littleEndianBytes
  }

  /// Returns whether a characteristic was not yet subscribed to.
  func subscribe(to characteristic: Characteristic) -> Bool {
    state.withLock { $0.subscribed.insert(characteristic).inserted }
  }

  /// Removes a subscription that failed.
  func unsubscribe(from characteristic: Characteristic) { state.withLock { _ = $0.subscribed.remove(characteristic) } }

  /// Writes a packet that has no response.
  func send(_ packet: [UInt8]) throws { try state.withLock { _ in try writer.attribute(packet, .sent, on: handle) } }

  /// Writes a value that the device sent on its own, an indication with its confirmation.
  func receive(_ value: [UInt8], _ characteristic: Characteristic) throws {
    let isIndicated = !characteristic.properties.contains(.notify) && characteristic.properties.contains(.indicate)
    try state.withLock { state in
      let attribute = state.handles.value(characteristic).littleEndianBytes
      try writer.attribute([isIndicated ? 0x1D : 0x1B] + attribute + value, .received, on: handle)
      if isIndicated { try writer.attribute([0x1E], .sent, on: handle) }
    }
  }

  /// Writes `request`, calls `body`, and writes the response that it returns or the device's error.
  func exchange<Value: Sendable>(
    _ request: [UInt8], _ body: () async throws -> (Value, answer: [UInt8])
  ) async throws -> Value {
    let number = try begin(request)
    do {
      let (value, answer) = try await body()
      try finish(number, answer)
      return value
    } catch {
      var answer: [UInt8]?
      if case .attribute(let code)? = (error as? BluetoothError)?.reason {
        let attribute = request.count >= 3 ? [request[1], request[2]] : [0, 0]
        answer = [0x01, request[0]] + attribute + [code]
      }
      try finish(number, answer)
      throw error
    }
  }

  private func begin(_ request: [UInt8]) throws -> Int {
    try state.withLock { state in
      state.nextNumber += 1
      state.exchanges.append(Exchange(number: state.nextNumber, request: request))
      if state.exchanges.count == 1 { try writer.attribute(request, .sent, on: handle) }
      return state.nextNumber
    }
  }

  private func finish(_ number: Int, _ answer: [UInt8]?) throws {
    try state.withLock { state in
      guard let index = state.exchanges.firstIndex(where: { $0.number == number }) else { return }
      state.exchanges[index].answer = answer
      state.exchanges[index].isDone = true
      while let first = state.exchanges.first, first.isDone {
        if let answer = first.answer { try writer.attribute(answer, .received, on: handle) }
        state.exchanges.removeFirst()
        if let next = state.exchanges.first { try writer.attribute(next.request, .sent, on: handle) }
      }
    }
  }
}
