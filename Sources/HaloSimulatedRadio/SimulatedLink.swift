/// The state of a simulated link: the schedule of its packets, and its listeners.
actor SimulatedLink {
  /// The direction of a packet.
  enum Direction {
    case toPeripheral
    case toCentral
  }

  private struct PacketSchedule {
    var event = 0
    var used = 0
  }

  private struct Notification {
    let time: SimulatedClock.Instant
    let characteristic: BluetoothUUID
    let value: [UInt8]
  }

  /// The time without packets after which a link is lost (supervision timeout).
  private static let supervision = Duration.seconds(2)

  private let settings: LinkSettings
  private let clock: SimulatedClock
  private let traffic: PacketTraffic
  private let label: String
  private let start: SimulatedClock.Instant
  private var schedules: [Direction: PacketSchedule] = [:]
  private(set) var isOpen = true
  /// True if both sides have bonding keys.
  private(set) var isBonded: Bool
  let bonding = BondOnDemand()
  /// The reason why the link was lost.
  private var lossReason: BluetoothError.Reason?
  /// True if the link was lost by the supervision timeout.
  private var hasGoneSilent = false
  /// The time since when no packets get through.
  private var stalled: SimulatedClock.Instant?
  private var subscriptions: [BluetoothUUID: SharedNotifications] = [:]
  private var writes: [BluetoothUUID: AsyncStream<[UInt8]>.Continuation] = [:]
  /// The callers that wait for the subscription to a characteristic.
  private var awaitingSubscription: [BluetoothUUID: [AsyncStream<Void>.Continuation]] = [:]
  /// The callers that wait for the end of the link.
  private var awaitingEnd: [AsyncStream<Void>.Continuation] = []
  private var unclaimedWrites: [BluetoothUUID: [[UInt8]]] = [:]
  private let (stallEvents, stallContinuation) = AsyncStream<Void>.makeStream()
  private let notifications: AsyncStream<Notification>
  private let queue: AsyncStream<Notification>.Continuation

  init(settings: LinkSettings, clock: SimulatedClock, traffic: PacketTraffic, label: String, isBonded: Bool) {
    self.isBonded = isBonded
    self.settings = settings
    self.clock = clock
    self.traffic = traffic
    self.label = label
    start = clock.now
    (notifications, queue) = AsyncStream.makeStream()
  }

  /// Delivers notifications in their connection events while the link lasts.
  func pump() async {
    for await notification in notifications {
      do {
        try await clock.sleep(until: notification.time)
        try await waitWhileStalled()
      } catch {
        return
      }
      subscriptions[notification.characteristic]?.yield(ReceivedValue(notification.value))
    }
  }

  /// Waits for the connection event of the next packet in that direction, and applies its fault.
  ///
  /// - Returns: True if the packet arrives. Packets that are confirmed always arrive, or the link is lost.
  func transmit(
    _ direction: Direction, _ kind: PacketKind, _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?
  ) async throws -> Bool {
    try checkOpen(operation, attribute)
    let fault = traffic.next(kind)
    try await clock.sleep(until: slot(direction, after: fault?.delay ?? .zero))
    try await waitWhileStalled()
    if fault == .linkLost { lose(.disconnected) }
    try checkOpen(operation, attribute)
    if case .refused(let code) = fault {
      throw BluetoothError(operation, device: label, attribute: attribute, .attribute(code: code))
    }
    return fault != .lost
  }

  /// Records that both sides have bonding keys.
  func bond() { isBonded = true }

  /// Sets whether packets are held up.
  func setStalled(_ isStalled: Bool) {
    stalled = isStalled ? stalled ?? clock.now : nil
    if isStalled { stallContinuation.yield() }
  }

  /// Ends the link after the supervision timeout without packets. Returns when the link has ended for any reason.
  func supervise() async {
    for await _ in stallEvents {
      guard let since = stalled else { continue }
      guard (try? await clock.sleep(until: since.advanced(by: Self.supervision))) != nil else { return }
      if stalled == since { timeOut() }
    }
  }

  /// The reason of the loss; nil if the link was not lost.
  var loss: BluetoothError.Reason? { hasGoneSilent ? .timedOut(Self.supervision) : lossReason }

  private func timeOut() {
    hasGoneSilent = isOpen
    lose(.disconnected)
  }

  private func waitWhileStalled() async throws {
    while isOpen, let since = stalled {
      let end = since.advanced(by: Self.supervision)
      // Packets held up while the device was out of range are sent with the next event.
      try await clock.sleep(until: min(end, clock.now.advanced(by: .milliseconds(100))))
      if clock.now >= end, stalled == since { timeOut() }
    }
  }

  private func checkOpen(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?) throws {
    guard !isOpen else { return }
    throw BluetoothError(operation, device: label, attribute: attribute, lossReason ?? .disconnected)
  }

  func subscribe(to characteristic: BluetoothUUID) -> AsyncThrowingStream<ReceivedValue, any Error> {
    let subscription = subscriptions[characteristic] ?? SharedNotifications()
    if isOpen { subscriptions[characteristic] = subscription } else { subscription.end(throwing: nil) }
    for waiter in awaitingSubscription.removeValue(forKey: characteristic) ?? [] { waiter.finish() }
    return subscription.listen(
      whenOver: PendingWaits.begin { [label] in "notifications of \(characteristic) from \(label)" })
  }

  /// Returns a stream that ends when a characteristic is subscribed to, or when the link has ended.
  func subscription(to characteristic: BluetoothUUID) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    if isOpen, subscriptions[characteristic] == nil {
      awaitingSubscription[characteristic, default: []].append(continuation)
    } else {
      continuation.finish()
    }
    return stream
  }

  /// Returns a stream that ends with the link.
  func ending() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    if isOpen { awaitingEnd.append(continuation) } else { continuation.finish() }
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
    let fault = traffic.next(.notification)
    var value = value
    let delay = fault?.delay ?? .zero
    var copies = 1
    switch fault {
    case nil, .refused, .delayed: break
    case .lost: copies = 0
    case .duplicated: copies = 2
    case .truncated(let count): value = [UInt8](value.prefix(count))
    case .linkLost: return lose(.disconnected)
    }
    for _ in 0..<copies {
      queue.yield(Notification(time: slot(.toCentral, after: delay), characteristic: characteristic, value: value))
    }
  }

  /// Ends the link as lost.
  func lose(_ reason: BluetoothError.Reason) {
    guard isOpen else { return }
    lossReason = reason
    close(throwing: BluetoothError(.read, device: label, reason))
  }

  /// Ends all sequences, with `error` if the link was lost.
  func close(throwing error: (any Error)?) {
    isOpen = false
    queue.finish()
    stallContinuation.finish()
    for subscription in subscriptions.values { subscription.end(throwing: error) }
    for stream in writes.values { stream.finish() }
    for waiter in awaitingSubscription.values.joined() { waiter.finish() }
    for waiter in awaitingEnd { waiter.finish() }
    awaitingEnd.removeAll()
    awaitingSubscription.removeAll()
    subscriptions.removeAll()
    writes.removeAll()
  }

  /// Takes the next free slot in a connection event and returns its time.
  private func slot(_ direction: Direction, after delay: Duration) -> SimulatedClock.Instant {
    let interval = settings.connectionInterval
    let elapsed = start.duration(to: clock.now) + delay
    let next = Int(elapsed / interval) + 1
    var schedule = schedules[direction] ?? PacketSchedule()
    if next > schedule.event {
      schedule = PacketSchedule(event: next, used: 0)
    } else if schedule.used == settings.packetsPerEvent {
      schedule = PacketSchedule(event: schedule.event + 1, used: 0)
    }
    schedule.used += 1
    schedules[direction] = schedule
    return start.advanced(by: interval * schedule.event)
  }
}
