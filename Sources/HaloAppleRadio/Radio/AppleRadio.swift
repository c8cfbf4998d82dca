@_exported public import HaloBluetooth
import CoreBluetooth
import Foundation

/// Apple's Bluetooth as a radio, with Core Bluetooth's callbacks as `async` functions and sequences.
///
/// Devices are identified by the system's identifiers, which differ between phones and computers. The same source
/// compiles for Apple systems and for Linux, where this package's module `CoreBluetooth` replaces Apple's.
///
/// Core Bluetooth does not report attribute handles or whether there is a bond (``HaloBluetooth/Connection/bond()``
/// does nothing here and returns false). It also does not distinguish an answer from a notification: a value that
/// arrives while the same characteristic is read counts as the answer.
public actor AppleRadio: Central {
  private let executor = QueueExecutor(label: "halo.apple-radio")
  /// Core Bluetooth's own queue, which callbacks and this actor share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let options: AppleConnectOptions
  private let restoreIdentifier: String?
  private let clock: any Clock<Duration>
  private lazy var session: AppleSession = {
    let session = AppleSession(queue: executor.queue, restoreIdentifier: restoreIdentifier, options: options)
    session.onDelayedWrite = { [weak self, clock] write, link in
      Task(executorPreference: TaskScope.executor) {
        try? await clock.sleep(for: Self.writeDelayLimit)
        await self?.forceWrite(write, over: link)
      }
    }
    return session
  }()

  /// The system's radio. It is inactive, and does not request permission, until first use.
  ///
  /// - Parameters:
  ///   - options: The system's handling of each link.
  ///   - restoreIdentifier: The name under which the system keeps links after it has terminated the app, and relaunches
  ///     the app for them; see ``restoredDevices()``. The app needs the background mode `bluetooth-central`.
  ///   - clock: The clock for timeouts.
  public init(
    options: AppleConnectOptions = AppleConnectOptions(), restoreIdentifier: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.options = options
    self.restoreIdentifier = restoreIdentifier
    self.clock = clock
  }

  /// The limit for Core Bluetooth to report the radio's state, and for a radio to restart.
  private static let stateTimeout = Duration.seconds(5)
  /// The limit for an answer. Longer than the attribute protocol's own timeout (30 s; Core Specification, volume 3,
  /// part F, 3.3.3), and long enough for a person to allow pairing.
  private static let requestTimeout = Duration.seconds(70)

  /// The time that a write without response waits for Core Bluetooth before it is sent anyway.
  private static let writeDelayLimit = Duration.seconds(1)

  /// Connects to the system's Bluetooth, so that state kept from an earlier launch arrives. An app with a
  /// `restoreIdentifier` calls this at launch; otherwise the first scan or connection does it.
  public func start() { session.start() }

  /// Ends all links and scans and releases the system's Bluetooth until the next use. iOS refuses to show the accessory
  /// picker (`ASError.pickerRestricted`) while a manager of the app is working.
  public func release() { session.stop() }

  // MARK: State

  /// The radio's state, after up to 5 seconds if it is not known yet.
  public var state: RadioState { get async { await settledState() } }

  /// Returns the current state and each later one. Each caller gets its own sequence.
  public func states() async -> AsyncStream<RadioState> {
    _ = await settledState()
    return makeStateStream()
  }

  private func makeStateStream() -> AsyncStream<RadioState> {
    session.stateChanges.listen(startingWith: [session.state]).elements
  }

  /// Returns the state when it is settled, or after a few seconds.
  private func settledState() async -> RadioState {
    session.start()
    if session.state.isSettled { return session.state }
    let states = makeStateStream()
    _ = try? await TimeLimit.within(Self.stateTimeout, clock) {
      for await state in states where state.isSettled { return }
    }
    return session.state
  }

  /// Throws unless the radio is on.
  private func checkPower(_ operation: BluetoothError.Operation, _ label: String?) async throws {
    let state = await settledState()
    try Task.checkCancellation()
    guard state == .poweredOn else { throw BluetoothError(operation, device: label, .radio(state)) }
  }

  /// Returns the devices that the system kept for this app while it was not running: connected devices and pending
  /// connections. Connecting to one takes over its link, with all values received since.
  public func restoredDevices() async -> [AppleRestoredDevice] {
    _ = await settledState()
    return session.restored
  }

  // MARK: Scanning

  /// Scans for as long as the sequence is iterated; see ``HaloBluetooth/Central/scan(_:)``.
  public nonisolated func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Advertisement, any Error>.makeStream()
    let id = UUID()
    let task = Task(executorPreference: TaskScope.executor) {
      do {
        try await self.beginScan(id, filter, continuation)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in
      task.cancel()
      Task { await self.endScan(id) }
    }
    return stream
  }

  private func beginScan(
    _ id: UUID, _ filter: ScanFilter, _ continuation: AsyncThrowingStream<Advertisement, any Error>.Continuation
  ) async throws {
    try await checkPower(.scan, nil)
    session.addScan(id, filter, continuation)
  }

  private func endScan(_ id: UUID) { session.removeScan(id) }

  // MARK: Connecting

  /// Connects, calls `body`, and disconnects; see ``HaloBluetooth/Central/withConnection(to:label:timeout:_:)``.
  public nonisolated func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await withLink(device, label, timeout, nil, body)
  }

  /// Connects as soon as the device is in range, without a timeout, calls `body`, and disconnects. The system does not
  /// begin to connect before `delay` has passed (`CBConnectPeripheralOptionStartDelayKey`, whole seconds).
  ///
  /// The system waits for the device even while the app is suspended, and wakes the app (background mode
  /// `bluetooth-central`). Cancel the task to stop waiting.
  public nonisolated func withConnection<Result: Sendable>(
    waitingFor device: DeviceID, label: String, after delay: Duration = .zero,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await withLink(device, label, nil, delay > .zero ? delay : nil, body)
  }

  /// Returns once the system has a request to connect to each of the devices, so that the app may be suspended; after 5
  /// seconds at the latest.
  public func waitUntilRequested(_ devices: [DeviceID]) async {
    _ = try? await TimeLimit.within(.seconds(5), clock) { await self.waitForRequests(devices) }
  }

  private func waitForRequests(_ devices: [DeviceID]) async {
    await session.linkChanges.wait { devices.allSatisfy { session.links[$0] != nil } }
  }

  private nonisolated func withLink<Result: Sendable>(
    _ device: DeviceID, _ label: String, _ timeout: Duration?, _ delay: Duration?,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    let connection = try await connect(device, label, timeout, delay)
    return try await TaskScope.ending({ await disconnect(connection.number) }) { try await body(connection) }
  }

  /// Connects.
  private func connect(
    _ device: DeviceID, _ label: String, _ timeout: Duration?, _ delay: Duration?
  ) async throws -> AppleConnection {
    try await checkPower(.connect, label)
    let connection = AppleConnection(radio: self, number: session.number(), device: device, label: label)
    do {
      guard let timeout else {
        try await reach(connection, delay)
        return connection
      }
      let isReached = try await TimeLimit.within(timeout, clock) {
        try await self.reach(connection)
        return true
      }
      guard isReached != nil else { throw BluetoothError(.connect, device: label, .timedOut(timeout)) }
      return connection
    } catch {
      // The device may have connected at the last moment.
      await disconnect(connection.number)
      throw error
    }
  }

  /// Retries until the device is connected or the task is canceled.
  private func reach(_ connection: AppleConnection, _ delay: Duration? = nil) async throws {
    var delay = delay
    while true {
      try await waitUntilFree(connection.device)
      try await find(connection.device, connection.label)
      do {
        return try await attempt(connection, delay)
      } catch is RetryableFailure {
        delay = nil
        try await clock.sleep(for: .milliseconds(200))
      }
    }
  }

  /// Waits until another link with the same device ends.
  private func waitUntilFree(_ device: DeviceID) async throws {
    await session.linkChanges.wait { session.links[device] == nil }
    try Task.checkCancellation()
  }

  /// Waits until the device is known from an earlier scan or link, to the system, or from a new scan.
  private func find(_ device: DeviceID, _ label: String) async throws {
    guard !session.isKnown(device) else { return }
    do {
      for try await advertisement in scan(ScanFilter()) where advertisement.device == device { return }
    } catch let error as BluetoothError {
      throw BluetoothError(.connect, device: label, error.reason)
    }
    throw CancellationError()
  }

  /// Makes one attempt to connect.
  private func attempt(_ connection: AppleConnection, _ delay: Duration?) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        session.connect(
          connection.device, label: connection.label, number: connection.number, after: delay, continuation)
      }
    } onCancel: {
      Task { await self.abandon(connection.number) }
    }
  }

  private func abandon(_ number: Int) {
    if let link = session.link(number), !link.isOpen { _ = session.end(number) }
  }

  /// Ends a link and waits until the system reports its end. A connection made earlier would take that report for its
  /// own end.
  private func disconnect(_ number: Int) async {
    guard let link = session.end(number) else { return }
    let device = link.device
    _ = try? await TaskScope.shielded { [clock] in
      try await TimeLimit.within(.seconds(5), clock) { await self.waitUntilGone(number, device) }
    }
    session.forget(link)
  }

  private func waitUntilGone(_ number: Int, _ device: DeviceID) async {
    await session.linkChanges.wait { session.links[device]?.number != number }
  }

  // MARK: Requests of a connection

  /// Sends a request and returns its answer within the time limit.
  func ask(_ request: AppleRequest, over connection: AppleConnection) async throws -> AppleRequest.Answer {
    let link = try link(connection, request)
    if request.needsAttributes, link.attributes == nil { _ = try await ask(.discover, over: connection) }
    // A fast path for thousands of writes: they do not wait, so they need no time limit.
    if case .write(_, _, withResponse: false) = request, link.isFree { return try await wait(for: request, connection) }
    let answer = try await TimeLimit.within(Self.requestTimeout, clock) {
      try await self.wait(for: request, connection)
    }
    guard let answer else { throw link.error(of: request, .timedOut(Self.requestTimeout)) }
    return answer
  }

  /// Sends a request and returns the bytes of its answer.
  func value(_ request: AppleRequest, over connection: AppleConnection) async throws -> [UInt8] {
    if case .value(let value) = try await ask(request, over: connection) { value } else { [] }
  }

  private func wait(for request: AppleRequest, _ connection: AppleConnection) async throws -> AppleRequest.Answer {
    let id = session.number()
    return try await withTaskCancellationHandler {
      let link = try link(connection, request)
      return try await withCheckedThrowingContinuation { continuation in
        link.ask(AppleLink.Waiter(id: id, request: request, continuation: continuation))
      }
    } onCancel: {
      Task { await self.abandon(id, over: connection) }
    }
  }

  private func abandon(_ id: Int, over connection: AppleConnection) { session.link(connection.number)?.abandon(id) }

  private func forceWrite(_ write: Int, over link: Int) { session.link(link)?.forceWrite(write) }

  func services(over connection: AppleConnection) async throws -> [Service] {
    _ = try await ask(.discover, over: connection)
    return try link(connection, .discover).attributes?.services ?? []
  }

  func notifications(
    of characteristic: Characteristic, over connection: AppleConnection
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    let request = AppleRequest.subscribe(characteristic)
    _ = try await ask(.discover, over: connection)
    // Listens before the device confirms, because the first value may arrive earlier.
    let values = try link(connection, request).listen(to: characteristic)
    _ = try await ask(request, over: connection)
    return values
  }

  func maximumWriteLength(withResponse: Bool, over connection: AppleConnection) -> Int {
    // Without a link, returns the minimum that always fits.
    session.link(connection.number)?.peripheral.maximumWriteValueLength(
      for: withResponse ? .withResponse : .withoutResponse)
      ?? 20
  }

  /// Throws if the link has ended.
  func check(_ operation: BluetoothError.Operation, over connection: AppleConnection) throws {
    let link = session.link(connection.number)
    guard link?.isOpen != true else { return }
    throw BluetoothError(operation, device: connection.label, link?.loss ?? .disconnected)
  }

  /// Waits until a link is lost and returns the reason. Returns nil if this side ended the link or the task was
  /// canceled.
  func waitForLoss(over connection: AppleConnection) async -> BluetoothError.Reason? {
    guard let link = session.link(connection.number) else { return nil }
    if let loss = link.loss { return loss }
    for await reason in link.losses.listen().elements { return reason }
    return nil
  }

  private func link(_ connection: AppleConnection, _ request: AppleRequest) throws -> AppleLink {
    guard let link = session.link(connection.number) else {
      throw BluetoothError(request.operation, device: connection.label, attribute: request.attribute, .disconnected)
    }
    if let loss = link.loss { throw link.error(of: request, loss) }
    return link
  }
}
