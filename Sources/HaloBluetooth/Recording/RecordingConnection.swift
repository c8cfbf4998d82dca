/// A connection that records each value that is read, written or notified before it is delivered or sent.
///
/// Drivers get this connection instead of the radio's, so everything received is kept without code in the drivers. Each
/// characteristic is subscribed to once for all listeners, so that a frame is recorded only once.
public actor RecordingConnection: ForwardingConnection {
  /// True if writes are sent before they are recorded, even if recording fails. Stopping a treadmill's belt is more
  /// important than its record, for example if the disk is full.
  @TaskLocal package static var isUrgent = false

  /// The connection whose values are recorded.
  public nonisolated let base: any Connection
  private let recorder: any FrameRecorder
  private let time: WallTime
  private let scope: TaskScope
  private var subscriptions: [Characteristic: SharedSubscription] = [:]

  private init(_ base: any Connection, recorder: any FrameRecorder, time: WallTime, scope: TaskScope) {
    self.base = base
    self.scope = scope
    self.recorder = recorder
    self.time = time
  }

  /// Calls `body` with a connection that records the values of `base`.
  public static func with<Result: Sendable>(
    _ base: any Connection, recorder: any FrameRecorder, time: WallTime,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await TaskScope.with { scope in
      let connection = RecordingConnection(base, recorder: recorder, time: time, scope: scope)
      return try await TaskScope.ending({ await connection.end() }) {
        try await body(connection)
      }
    }
  }

  /// Reads a characteristic and records its value.
  public func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    let value = try await base.read(characteristic)
    return ReceivedValue(value.bytes, frame: try await record(value.bytes, .received, characteristic))
  }

  /// Records a value and writes it to a characteristic.
  public func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    if !Self.isUrgent { _ = try await record(value, .sent, characteristic) }
    try await base.write(value, to: characteristic, withResponse: withResponse)
    // The error is ignored here. A failing recorder also ends the subscriptions, so the listeners receive it.
    if Self.isUrgent { _ = try? await record(value, .sent, characteristic) }
  }

  /// Subscribes to a characteristic, once for all callers. Each value is recorded before it is delivered.
  public func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    if let subscription = subscriptions[characteristic] {
      let stream = await subscription.subscribe()
      // Another caller may still be waiting for the device's confirmation, so this caller waits too.
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

/// One subscription of the base connection, shared by any number of listeners.
private actor SharedSubscription {
  private var listeners: [AsyncThrowingStream<ReceivedValue, any Error>.Continuation] = []
  /// The device's response to the subscription, and the callers that wait for it.
  private var confirmation: Result<Void, any Error>?
  private var waiting: [CheckedContinuation<Void, any Error>] = []
  /// The sequence's result, for later listeners.
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

  /// Forwards each value after `prepare` has returned it. Ends when the sequence ends, or with the error of `prepare`.
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
