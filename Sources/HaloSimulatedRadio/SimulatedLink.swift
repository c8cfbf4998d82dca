import HaloBluetooth

/// The state of one link in the air: when each packet goes, and who listens.
actor SimulatedLink {
  /// Which way a packet goes.
  enum Direction {
    case toPeripheral
    case toCentral
  }

  private struct Lane {
    var event = 0
    var used = 0
  }

  private struct Notification {
    let time: SimulatedClock.Instant
    let characteristic: BluetoothUUID
    let value: [UInt8]
  }

  private let settings: LinkSettings
  private let clock: SimulatedClock
  private let start: SimulatedClock.Instant
  private var lanes: [Direction: Lane] = [:]
  private(set) var isOpen = true
  private var listeners: [BluetoothUUID: [AsyncThrowingStream<ReceivedValue, any Error>.Continuation]] = [:]
  private var writes: [BluetoothUUID: AsyncStream<[UInt8]>.Continuation] = [:]
  private var unclaimedWrites: [BluetoothUUID: [[UInt8]]] = [:]
  private let notifications: AsyncStream<Notification>
  private let queue: AsyncStream<Notification>.Continuation

  init(settings: LinkSettings, clock: SimulatedClock) {
    self.settings = settings
    self.clock = clock
    start = clock.now
    (notifications, queue) = AsyncStream.makeStream()
  }

  /// Delivers notifications in their connection events for as long as the link lasts.
  func pump() async {
    for await notification in notifications {
      do { try await clock.sleep(until: notification.time) } catch { return }
      for listener in listeners[notification.characteristic] ?? [] {
        listener.yield(ReceivedValue(notification.value))
      }
    }
  }

  /// Waits for the connection event in which the next packet of that direction goes.
  func transmit(_ direction: Direction) async throws {
    try await clock.sleep(until: slot(direction))
  }

  func subscribe(to characteristic: BluetoothUUID) -> AsyncThrowingStream<ReceivedValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
    if isOpen { listeners[characteristic, default: []].append(continuation) } else { continuation.finish() }
    return stream
  }

  func deliver(_ value: [UInt8], to characteristic: BluetoothUUID) {
    if let writes = writes[characteristic] {
      writes.yield(value)
    } else {
      unclaimedWrites[characteristic, default: []].append(value)
    }
  }

  func writes(to characteristic: BluetoothUUID) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    if isOpen { writes[characteristic] = continuation } else { continuation.finish() }
    for value in unclaimedWrites.removeValue(forKey: characteristic) ?? [] { continuation.yield(value) }
    return stream
  }

  func enqueue(_ value: [UInt8], on characteristic: BluetoothUUID) {
    guard isOpen else { return }
    queue.yield(Notification(time: slot(.toCentral), characteristic: characteristic, value: value))
  }

  /// Ends all sequences; `error` where the link was lost.
  func close(throwing error: (any Error)?) {
    isOpen = false
    queue.finish()
    for listener in listeners.values.joined() { listener.finish(throwing: error) }
    for stream in writes.values { stream.finish() }
    listeners.removeAll()
    writes.removeAll()
  }

  /// The time of the next free place in a connection event, which is taken.
  private func slot(_ direction: Direction) -> SimulatedClock.Instant {
    let interval = settings.connectionInterval
    let elapsed = start.duration(to: clock.now)
    let next = Int(elapsed / interval) + 1
    var lane = lanes[direction] ?? Lane()
    if next > lane.event {
      lane = Lane(event: next, used: 0)
    } else if lane.used == settings.packetsPerEvent {
      lane = Lane(event: lane.event + 1, used: 0)
    }
    lane.used += 1
    lanes[direction] = lane
    return start.advanced(by: interval * lane.event)
  }
}
