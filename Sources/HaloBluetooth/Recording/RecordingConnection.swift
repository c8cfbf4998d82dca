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
  private var subscriptions: [Characteristic: SharedNotifications] = [:]

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
      let stream = subscription.listen()
      // Another caller may still be waiting for the device's confirmation, so this caller waits too.
      try await subscription.waitUntilConfirmed()
      return stream
    }
    let subscription = SharedNotifications()
    subscriptions[characteristic] = subscription
    let stream = subscription.listen()
    do {
      let values = try await base.notifications(of: characteristic)
      subscription.confirm(.success(()))
      scope.start {
        do {
          for try await value in values {
            let frame = try await self.record(value.bytes, .received, characteristic)
            subscription.yield(ReceivedValue(value.bytes, frame: frame))
          }
          subscription.end(throwing: nil)
        } catch {
          subscription.end(throwing: error)
        }
      }
      return stream
    } catch {
      subscriptions[characteristic] = nil
      subscription.confirm(.failure(error))
      subscription.end(throwing: error)
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

  private func end() {
    for subscription in subscriptions.values { subscription.end(throwing: nil) }
    subscriptions.removeAll()
  }
}
