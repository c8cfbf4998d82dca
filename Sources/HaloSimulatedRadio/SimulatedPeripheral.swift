import Synchronization

/// A radio on a simulated medium in the peripheral role. Its served device is a device on that medium, which
/// accepts one central at a time.
///
/// Errors that the handler throws for writes reach no central. A link ends with the session.
public struct SimulatedPeripheral: Peripheral {
  let medium: SimulatedMedium
  let power: RadioSwitch
  let address: DeviceID

  /// Advertises and serves `device` while `body` runs; see ``HaloBluetooth/Peripheral``.
  public func serve<Result: Sendable>(
    _ device: ServedDevice, with handler: any AttributeHandler,
    _ body: @escaping @Sendable (any PeripheralSession) async throws -> Result
  ) async throws -> Result {
    try device.checkAdvertisement()
    let state = power.state
    guard state == .poweredOn else { throw BluetoothError(.serve, device: device.name, .radio(state)) }
    let session = SimulatedSession(device, at: address, handler)
    await medium.add(session)
    return try await TaskScope.ending({ await end(session) }) {
      try await session.run(body) { [power] in
        for await state in power.states() where state != .poweredOn {
          return BluetoothError(.serve, device: device.name, .radio(state))
        }
        return nil
      }
    }
  }

  private func end(_ session: SimulatedSession) async {
    await medium.remove(address)
    session.end()
  }
}

/// A served device on a simulated medium.
private final class SimulatedSession: PeripheralSession, VirtualPeripheral {
  let profile: PeripheralProfile
  let events: AsyncStream<PeripheralEvent>
  private let eventContinuation: AsyncStream<PeripheralEvent>.Continuation
  private let device: ServedDevice
  private let handler: any AttributeHandler
  /// The served characteristics, keyed by the characteristics that centrals discover.
  private let served: [Characteristic: Characteristic]
  private let state = Mutex(State())

  private struct State {
    var link: VirtualLink?
    var subscribed: Set<Characteristic> = []
  }

  /// The identifier of all simulated centrals, which have no addresses.
  private static let central = DeviceID("5E:00:00:00:00:01")

  init(_ device: ServedDevice, at address: DeviceID, _ handler: any AttributeHandler) {
    self.device = device
    self.handler = handler
    (events, eventContinuation) = AsyncStream.makeStream()
    let services = device.services.map { service in
      Service(uuid: service.uuid, characteristics: service.characteristics.map(Self.discovered))
    }
    served = Dictionary(
      zip(services.flatMap(\.characteristics), device.services.flatMap(\.characteristics)), uniquingKeysWith: { $1 })
    profile = PeripheralProfile(
      device: address, name: device.name, advertisedServices: device.advertisedServices,
      manufacturerData: device.manufacturerData, services: services)
  }

  /// Returns a characteristic as centrals discover it, with the descriptor that a radio adds.
  private static func discovered(_ characteristic: Characteristic) -> Characteristic {
    guard characteristic.sendsValues else { return characteristic }
    return Characteristic(
      uuid: characteristic.uuid, service: characteristic.service, instance: characteristic.instance,
      properties: characteristic.properties, descriptors: [.clientConfiguration] + characteristic.descriptors)
  }

  func end() { eventContinuation.finish() }

  func notify(_ value: [UInt8], on characteristic: Characteristic) async throws -> Bool {
    try device.checkNotification(of: value, on: characteristic)
    let link = state.withLock { $0.subscribed.contains(characteristic) ? $0.link : nil }
    await link?.notify(value, on: characteristic.uuid)
    return link != nil
  }

  // MARK: Virtual peripheral

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    try await handler.read(served[characteristic] ?? characteristic, by: Self.central)
  }

  func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] {
    if descriptor == .clientConfiguration { return [0, 0] }
    return try await handler.read(
      descriptor: descriptor, of: served[characteristic] ?? characteristic, by: Self.central)
  }

  func serve(_ link: VirtualLink) async {
    state.withLock { $0 = State(link: link) }
    eventContinuation.yield(.connected(Self.central))
    await withTaskGroup(of: Void.self) { group in
      for characteristic in device.services.flatMap(\.characteristics) {
        if characteristic.sendsValues { group.addTask { await self.awaitSubscription(to: characteristic, link) } }
        guard !characteristic.properties.isDisjoint(with: [.write, .writeWithoutResponse]) else { continue }
        group.addTask {
          for await value in await link.writes(to: characteristic.uuid) {
            try? await self.handler.write(value, to: characteristic, by: Self.central)
          }
        }
      }
      group.addTask { await link.waitUntilEnded() }
      await group.waitForAll()
    }
    let subscribed = state.withLock { state in
      // The next central may already be connected.
      guard state.link?.link === link.link else { return Set<Characteristic>() }
      defer { state = State() }
      return state.subscribed
    }
    for characteristic in subscribed { eventContinuation.yield(.unsubscribed(characteristic)) }
    eventContinuation.yield(.disconnected(Self.central))
  }

  private func awaitSubscription(to characteristic: Characteristic, _ link: VirtualLink) async {
    await link.waitUntilSubscribed(to: characteristic.uuid)
    guard !Task.isCancelled, await link.link.isOpen else { return }
    state.withLock { state in
      if state.link?.link === link.link { state.subscribed.insert(characteristic) }
    }
    eventContinuation.yield(.subscribed(characteristic))
  }
}

extension Characteristic {
  /// True if the characteristic sends values unprompted.
  fileprivate var sendsValues: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }
}
