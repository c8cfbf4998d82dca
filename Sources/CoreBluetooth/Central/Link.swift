import HaloBluetooth

/// One connection that an app requested: the wait for the device, the link, and the operations over it.
final class Link: Sendable {
  /// An operation over the link. Each ends before the next begins, as in the attribute protocol.
  typealias Operation = @Sendable (Link, any Connection) async -> Void

  /// The app's options for a connection.
  struct Options: Sendable {
    var delay = Duration.zero
    var reconnects = false
  }

  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
    var isSilent = false
    var operations: AsyncStream<Operation>.Continuation?
    var losses: AsyncStream<BluetoothError.Reason>.Continuation?
    var services: [Service]?
    var subscriptions: [Characteristic: Task<Void, Never>] = [:]
  }

  let device: DeviceID
  let label: String
  private let options: Options
  private let callbacks: CallbackQueue
  private let manager: Weak<CBCentralManager>
  private let peripheral: Weak<CBPeripheral>
  private let state = LockedValue(State())

  init(
    to device: DeviceID, options: Options, callbacks: CallbackQueue, manager: CBCentralManager,
    peripheral: CBPeripheral
  ) {
    self.device = device
    label = peripheral.name.map { "\($0) (\(device))" } ?? device.text
    self.options = options
    self.callbacks = callbacks
    self.manager = Weak(manager)
    self.peripheral = Weak(peripheral)
  }

  /// Starts waiting for the device.
  func start(_ radio: Radio) {
    let task = radio.start { await self.run($0) }
    // Another thread may have canceled the link meanwhile.
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// True once started.
  var hasStarted: Bool { state.withLock { $0.task != nil } }

  /// Ends the link. With `silently`, the app is not called.
  func cancel(silently: Bool = false) {
    let task = state.withLock { state in
      state.isCancelled = true
      state.isSilent = state.isSilent || silently
      return state.task
    }
    task?.cancel()
  }

  /// Queues an operation. Ignored if the link has ended.
  func perform(_ operation: @escaping Operation) { state.withLock { _ = $0.operations?.yield(operation) } }

  /// Calls the app if this is still the peripheral's link.
  func callApp(_ body: @escaping (CBPeripheral) -> Void) {
    callbacks.deliver { [peripheral] in
      guard let peripheral = peripheral.object, peripheral.link === self else { return }
      body(peripheral)
    }
  }

  // MARK: Life cycle

  /// The time limit of one attempt. The next attempt follows at once.
  private static let attemptTimeout = Duration.seconds(60)

  private func run(_ parts: Radio.Parts) async {
    if options.delay > .zero { try? await parts.clock.sleep(for: options.delay) }
    while !Task.isCancelled {
      let hasConnected = LockedValue(false)
      do {
        let loss = try await parts.central.withConnection(to: device, label: label, timeout: Self.attemptTimeout) {
          connection in
          hasConnected.withLock { $0 = true }
          return try await self.runLink(connection)
        }
        guard let loss, !Task.isCancelled else { break }
        // If the radio was lost, its state reports that. bluetoothd reports the end of links earlier, so wait for the
        // state.
        if parts.executor == nil { try? await parts.clock.sleep(for: .milliseconds(300)) }
        if await parts.central.state != .poweredOn { return }
        let error = BluetoothError(.read, device: label, loss).bridged
        reportEnd(error, isReconnecting: options.reconnects)
        guard options.reconnects else { return }
      } catch let error as BluetoothError {
        if case .timedOut = error.reason { continue }
        if case .radio = error.reason {
          guard await parts.central.state == .poweredOn else { return }
          try? await parts.clock.sleep(for: .seconds(1))
          continue
        }
        if Task.isCancelled { break }
        return reportFailure(error)
      } catch {
        break
      }
    }
    reportEnd(nil, isReconnecting: false)
  }

  /// Runs one link. Returns the reason of its loss, or nil if it was canceled.
  private func runLink(_ connection: any Connection) async throws -> BluetoothError.Reason? {
    let (operations, performing) = AsyncStream<Operation>.makeStream()
    let (losses, losing) = AsyncStream<BluetoothError.Reason>.makeStream()
    let lengths = (
      withResponse: await connection.maximumWriteLength(withResponse: true),
      withoutResponse: await connection.maximumWriteLength(withResponse: false)
    )
    state.withLock { state in
      state.operations = performing
      state.losses = losing
      state.services = nil
    }
    if !Task.isCancelled { reportConnected(lengths) }
    let loss = try await TaskScope.with { scope in
      scope.start { if let reason = await connection.waitForLoss() { self.lose(reason) } }
      scope.start { for await operation in operations { await operation(self, connection) } }
      var iterator = losses.makeAsyncIterator()
      return await iterator.next()
    }
    let subscriptions = state.withLock { state in
      state.operations = nil
      state.losses = nil
      return exchange(&state.subscriptions, with: [:]).values
    }
    // On a lost link, the subscriptions end after delivering all received values.
    for subscription in subscriptions {
      if loss == nil { subscription.cancel() }
      await subscription.value
    }
    return loss
  }

  /// Records that the link is lost.
  private func lose(_ reason: BluetoothError.Reason) { state.withLock { _ = $0.losses?.yield(reason) } }

  private var isSilent: Bool { state.withLock { $0.isSilent } }

  /// Calls the app with the manager if this is still the peripheral's link.
  private func report(_ body: @escaping (CBCentralManager, CBPeripheral) -> Void) {
    callApp { [manager] peripheral in
      if let manager = manager.object { body(manager, peripheral) }
    }
  }

  private func reportConnected(_ lengths: (withResponse: Int, withoutResponse: Int)) {
    report { manager, peripheral in
      guard peripheral.state == .connecting else { return }
      peripheral.begin(lengths)
      manager.reportConnected(peripheral)
    }
  }

  private func reportFailure(_ error: BluetoothError) {
    guard !isSilent else { return }
    report { manager, peripheral in
      peripheral.end(.disconnected)
      manager.reportFailure(peripheral, error.bridged)
    }
  }

  private func reportEnd(_ error: (any Error)?, isReconnecting: Bool) {
    guard !isSilent else { return }
    report { manager, peripheral in
      peripheral.end(isReconnecting && peripheral.state != .disconnecting ? .connecting : .disconnected)
      manager.reportEnd(peripheral, error)
    }
  }

  // MARK: Operations

  /// Returns the result of `body`, or the error for the app. Returns nil if the link is lost, which is reported
  /// separately.
  func attempt<Value: Sendable>(
    _ connection: any Connection, _ body: () async throws -> Value
  ) async -> Result<Value, any Error>? {
    do {
      return .success(try await body())
    } catch let error as BluetoothError {
      switch error.reason {
      case .disconnected, .radio:
        lose(error.reason)
        return nil
      default: return .failure(error.bridged)
      }
    } catch is CancellationError {
      return nil
    } catch {
      return .failure(error)
    }
  }

  /// Returns the device's services, discovered once per link.
  func services(_ connection: any Connection) async throws -> [Service] {
    if let services = state.withLock({ $0.services }) { return services }
    let services = try await connection.services()
    state.withLock { $0.services = services }
    if let changes = services.characteristic(.serviceChanged, in: .genericAttribute),
      !changes.properties.isDisjoint(with: [.notify, .indicate])
    {
      await watch(changes, connection)
    }
    return services
  }

  /// Subscribes to the device's Service Changed indications, and discovers its services again.
  private func watch(_ changes: Characteristic, _ connection: any Connection) async {
    guard !isSubscribed(to: changes), let values = try? await connection.notifications(of: changes) else { return }
    subscribe(to: changes, values) { _ in
      self.perform { link, connection in
        guard case .success(let services) = await link.attempt(connection, { try await connection.services() }) else {
          return
        }
        link.state.withLock { $0.services = services }
        link.callApp { peripheral in
          let invalidated = peripheral.replaceServices(with: services)
          if !invalidated.isEmpty { peripheral.delegate?.peripheral(peripheral, didModifyServices: invalidated) }
        }
      }
    }
  }

  func isSubscribed(to characteristic: Characteristic) -> Bool {
    state.withLock { $0.subscriptions[characteristic] != nil }
  }

  /// Forwards each value until the link or the subscription ends.
  func subscribe(
    to characteristic: Characteristic, _ values: AsyncThrowingStream<ReceivedValue, any Error>,
    _ body: @escaping @Sendable ([UInt8]) -> Void
  ) {
    let task = Task(executorPreference: TaskScope.executor) {
      do {
        for try await value in values { body(value.bytes) }
      } catch let error as BluetoothError {
        self.lose(error.reason)
      } catch {
        // The subscription was canceled.
      }
    }
    state.withLock { $0.subscriptions[characteristic] = task }
  }

  /// Ends a subscription.
  func unsubscribe(from characteristic: Characteristic) async {
    let task = state.withLock { $0.subscriptions.removeValue(forKey: characteristic) }
    task?.cancel()
    await task?.value
  }
}

extension BluetoothUUID {
  fileprivate static let genericAttribute: BluetoothUUID = 0x1801
  fileprivate static let serviceChanged: BluetoothUUID = 0x2A05
}
