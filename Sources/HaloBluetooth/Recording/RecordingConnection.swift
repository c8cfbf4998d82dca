/// A connection that hands what is read, written and notified to a recorder before it is delivered or sent.
///
/// This is how everything received is kept although drivers know nothing of a journal: they are given this connection in place
/// of the radio's. A characteristic is subscribed to once, whoever listens, so that a frame is recorded once.
public actor RecordingConnection: Connection {
  /// Whether what is written goes out before it is recorded, and where it cannot be. One thing matters more than the record: a belt that
  /// must stand, on a full disk as well.
  @TaskLocal package static var isUrgent = false

  public nonisolated let device: DeviceID
  public nonisolated let label: String
  private let base: any Connection
  private let recorder: any FrameRecorder
  private let time: WallTime
  private let scope: TaskScope
  private var subscriptions: [Characteristic: SharedSubscription] = [:]

  private init(_ base: any Connection, recorder: any FrameRecorder, time: WallTime, scope: TaskScope) {
    self.base = base
    self.scope = scope
    self.recorder = recorder
    self.time = time
    device = base.device
    label = base.label
  }

  /// Calls `body` with a connection that records what goes over `base`.
  public static func with<Result: Sendable>(
    _ base: any Connection, recorder: any FrameRecorder, time: WallTime,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await TaskScope.with { scope in
      let connection = RecordingConnection(base, recorder: recorder, time: time, scope: scope)
      do {
        let result = try await body(connection)
        await connection.end()
        return result
      } catch {
        await connection.end()
        throw error
      }
    }
  }

  public func services() async throws -> [Service] { try await base.services() }

  public func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    let value = try await base.read(characteristic)
    return ReceivedValue(value.bytes, frame: try await record(value.bytes, .received, characteristic))
  }

  public func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    if !Self.isUrgent { _ = try await record(value, .sent, characteristic) }
    try await base.write(value, to: characteristic, withResponse: withResponse)
    // Whoever listens to the device is told that nothing can be recorded any more.
    if Self.isUrgent { _ = try? await record(value, .sent, characteristic) }
  }

  public func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try await base.read(descriptor: descriptor, of: characteristic)
  }

  public func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try await base.write(value, toDescriptor: descriptor, of: characteristic)
  }

  public func maximumWriteLength(withResponse: Bool) async -> Int {
    await base.maximumWriteLength(withResponse: withResponse)
  }

  public func readRSSI() async throws -> Int { try await base.readRSSI() }

  @discardableResult public func bond() async throws -> Bool { try await base.bond() }

  public func waitForLoss() async -> BluetoothError.Reason? { await base.waitForLoss() }

  public func acceptBonds() async { await base.acceptBonds() }

  public func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    if let subscription = subscriptions[characteristic] {
      let stream = await subscription.subscribe()
      // Another caller may still be waiting for the device to confirm; then so does this one.
      try await subscription.waitUntilConfirmed()
      return stream
    }
    let subscription = SharedSubscription()
    subscriptions[characteristic] = subscription
    let stream = await subscription.subscribe()
    do {
      let values = try await base.notifications(of: characteristic)
      await subscription.confirm(.success(()))
      scope.start {
        await subscription.pump(values) { value in
          ReceivedValue(value.bytes, frame: try await self.record(value.bytes, .received, characteristic))
        }
      }
      return stream
    } catch {
      subscriptions[characteristic] = nil
      await subscription.confirm(.failure(error))
      await subscription.end(throwing: error)
      throw error
    }
  }

  private func record(
    _ bytes: [UInt8], _ direction: RecordedFrame.Direction, _ characteristic: Characteristic
  ) async throws -> Int {
    let now = time.now
    return try await recorder.record(
      RecordedFrame(
        device: device, direction: direction, characteristic: characteristic.uuid, bytes: bytes, time: now,
        zone: time.zone, secondsFromGMT: time.secondsFromGMT(at: now)))
  }

  private func end() async {
    for subscription in subscriptions.values { await subscription.end(throwing: nil) }
    subscriptions.removeAll()
  }
}

/// One subscription of the radio's, handed on to any number of listeners.
private actor SharedSubscription {
  private var listeners: [AsyncThrowingStream<ReceivedValue, any Error>.Continuation] = []
  /// What the device said to the subscription, and who waits for it.
  private var confirmation: Result<Void, any Error>?
  private var waiting: [CheckedContinuation<Void, any Error>] = []
  /// How the sequence ended, for those who come later.
  private var ending: Result<Void, any Error>?

  func subscribe() -> AsyncThrowingStream<ReceivedValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
    switch ending {
    case nil: listeners.append(continuation)
    case .success: continuation.finish()
    case .failure(let error): continuation.finish(throwing: error)
    }
    return stream
  }

  func waitUntilConfirmed() async throws {
    if let confirmation { return try confirmation.get() }
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  func confirm(_ result: Result<Void, any Error>) {
    confirmation = result
    for waiter in waiting { waiter.resume(with: result) }
    waiting.removeAll()
  }

  /// Hands on each value once `prepare` has returned it. Ends with the sequence, or with what `prepare` throws.
  func pump(
    _ values: AsyncThrowingStream<ReceivedValue, any Error>,
    _ prepare: @Sendable (ReceivedValue) async throws -> ReceivedValue
  ) async {
    do {
      for try await value in values { yield(try await prepare(value)) }
      end(throwing: nil)
    } catch {
      end(throwing: error)
    }
  }

  func end(throwing error: (any Error)?) {
    if ending == nil { ending = error.map { .failure($0) } ?? .success(()) }
    for listener in listeners { listener.finish(throwing: error) }
    listeners.removeAll()
  }

  private func yield(_ value: ReceivedValue) {
    for listener in listeners { listener.yield(value) }
  }
}
