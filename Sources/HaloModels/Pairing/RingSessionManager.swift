public import Observation

/// The model of the My device screen: selecting a ring, the selected ring, and its connection.
///
/// All work happens within ``run()``. The connection is held while the app is visible, as requested by ``connect()``; a
/// sync or a measurement can use the ring in between, and then the connection is restored.
@MainActor @Observable
public final class RingSessionManager {
  /// The state of the picker.
  public enum PickerState: Sendable, Hashable {
    /// The picker was not activated.
    case inactive
    /// The picker is being activated.
    case activating
    /// The picker can be shown.
    case ready
    /// The picker is shown.
    case shown
    /// The picker cannot be used.
    case failed(Problem)
  }

  /// The state of the connection.
  public enum LinkState: Sendable, Hashable {
    /// There is no connection, and no request for one.
    case disconnected
    /// The connection is being established.
    case connecting
    /// The ring is connected, but its characteristics are not known yet.
    case connected
    /// The ring's characteristics were discovered, and it responds.
    case ready
    /// A sync or a measurement is using the ring; the connection is restored afterwards.
    case inUse
    /// The link was lost; reconnecting after a pause.
    case interrupted(Problem)
    /// Connecting failed, without further attempts.
    case failed(Problem)
  }

  /// The state of the picker.
  public private(set) var picker = PickerState.inactive
  /// The selected ring; `nil` if none is paired.
  public private(set) var currentRing: Accessory?
  /// All selected devices, in order of selection.
  public private(set) var accessories: [Accessory] = []
  /// Devices that were released in Halo but are still remembered by the system: their data is not stored before
  /// ``reclaim(_:)``.
  public private(set) var dismissed: [Accessory] = []
  /// The state of the connection.
  public private(set) var link = LinkState.disconnected
  /// The ring's battery state, if reported.
  public private(set) var battery: BatteryState?
  /// The ring's hardware revision, if reported.
  public private(set) var hardwareRevision: String?
  /// The ring's firmware revision, if reported.
  public private(set) var firmwareRevision: String?
  /// The error of the last addition or removal; `nil` if there was no error.
  public private(set) var problem: Problem?

  /// True if the ring is connected.
  public var isConnected: Bool { link == .connected || link == .ready }
  /// True if the ring's characteristics were discovered.
  public var areCharacteristicsDiscovered: Bool { link == .ready }
  /// True if the picker can be shown.
  public var canAdd: Bool { picker == .ready }
  /// The error of the picker itself; ``activate()`` tries again.
  public var pickerProblem: Problem? { if case .failed(let problem) = picker { problem } else { nil } }
  /// The title of the button that requests a connection; `nil` if the ring is connected or connecting.
  public var connectTitle: Phrase? {
    switch link {
    case _ where currentRing == nil: nil
    case .disconnected: Phrase("Connect")
    case .failed: Phrase("Try again")
    case .connecting, .connected, .ready, .inUse, .interrupted: nil
    }
  }

  /// The state of the connection as text.
  public var linkText: Phrase {
    switch link {
    case .disconnected: Phrase("Not connected")
    case .connecting: Phrase("Connecting …")
    case .connected: Phrase("Connected")
    case .ready: Phrase("Connected and ready")
    case .inUse: Phrase("Busy with a sync or a measurement")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .failed(let problem): problem.phrase
    }
  }

  private let accessoryPicker: any AccessoryPicker
  private let environment: ModelEnvironment
  private let choosing = SerialTask()
  private let linking = SerialTask()
  /// The device to which a connection is requested, even while the app is not visible.
  private var requested: DeviceID?
  /// True while the requested connection is held or being made.
  private var isHeld = false
  private var isPaused = false
  /// The system's last name for each device: in Halo, a person may have given it another name.
  private var systemNames: [DeviceID: String] = [:]
  private var activationRequests: AsyncStream<Void>.Continuation?

  /// The time limit for connecting to a ring.
  private nonisolated static let connectTimeout = Duration.seconds(10)
  /// The interval for polling a connected ring's battery level.
  private static let pollInterval = Duration.seconds(60)

  /// Creates a manager of the accessories that `picker` remembers.
  public init(_ environment: ModelEnvironment, picker: any AccessoryPicker) {
    self.environment = environment
    accessoryPicker = picker
  }

  /// Activates the picker and performs the person's requests, until the task is canceled, which ends the connection.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.follow() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.updateNames() } }
      group.addTask { await self.choosing.run() }
      group.addTask { await self.linking.run() }
    }
    picker = .inactive
    link = .disconnected
  }

  /// Shows the list of nearby devices. A selected device is connected once the list is closed.
  public func add() {
    problem = nil
    choosing.start { await self.choose() }
  }

  /// Requests a connection to the ring. A connection that is held or being made is kept.
  public func connect() {
    guard let ring = currentRing else { return }
    guard requested != ring.device || !isHeld else { return }
    requested = ring.device
    isHeld = true
    linking.start { await self.hold(ring) }
  }

  /// Ends the connection.
  public func disconnect() {
    requested = nil
    closeLink()
  }

  /// Ends the connection while the app is not visible.
  public func pause() {
    isPaused = true
    closeLink()
  }

  /// Call when the app becomes visible: restores a requested connection, and activates a failed picker again.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    if pickerProblem != nil { activate() }
    if requested != nil { connect() }
  }

  /// Activates a failed picker again.
  public func activate() { activationRequests?.yield() }

  private func closeLink() {
    isHeld = false
    linking.cancel()
    if case .failed = link { link = .disconnected }
  }

  /// Removes the ring from Halo and from the system. Its data stays in the journal.
  public func remove() {
    if let ring = currentRing { remove(ring) }
  }

  /// Pairs a device again after it was released in Halo.
  public func reclaim(_ accessory: Accessory) {
    guard dismissed.contains(accessory) else { return }
    problem = nil
    choosing.start { await self.take(.added(accessory)) }
  }

  /// Asks the system again to forget a device that was released in Halo.
  public func remove(_ accessory: Accessory) {
    problem = nil
    choosing.start { await self.forget(accessory) }
  }

  /// Releases an erased device and asks the system to forget it. If the system does not, it is listed in ``dismissed``.
  func dismiss(_ device: DeviceID) async {
    guard let accessory = accessories.first(where: { $0.device == device }) else { return }
    accessories.removeAll { $0.device == device }
    dismissed.append(accessory)
    if currentRing?.device == device { setCurrent(accessories.first) }
    await forget(accessory)
  }

  /// Clears the error.
  public func dismissProblem() { problem = nil }

  /// Selects another of the paired devices.
  public func select(_ accessory: Accessory) {
    guard accessories.contains(accessory), accessory != currentRing else { return }
    setCurrent(accessory)
  }

  /// Returns the accessory of a device that is paired but not selected.
  public func other(_ device: Device) -> Accessory? {
    accessories.first { $0.device == device.identifier && $0.device != currentRing?.device }
  }

  // MARK: Selection

  private func follow() async {
    let (alarms, activationRequests) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.activationRequests = activationRequests
    defer { self.activationRequests = nil }
    activationRequests.yield()
    for await _ in alarms {
      picker = .activating
      for await event in accessoryPicker.events() {
        await take(event)
        // The failed picker sends no further events; wait for a request to activate it again.
        if pickerProblem != nil { break }
      }
    }
  }

  private func take(_ event: AccessoryEvent) async {
    switch event {
    case .activated(let remembered):
      for accessory in remembered { systemNames[accessory.device] = accessory.name }
      await take(remembered: remembered)
      if currentRing.map({ ring in !accessories.contains { $0.device == ring.device } }) ?? true {
        setCurrent(accessories.first { environment.registry.kind(of: $0.family) == .ring } ?? accessories.first)
      }
      picker = .ready
    case .shown: picker = .shown
    case .closed:
      if picker == .shown { picker = .ready }
      if requested != nil { connect() }
    case .added(let accessory):
      systemNames[accessory.device] = accessory.name
      dismissed.removeAll { $0.device == accessory.device }
      accessories.removeAll { $0.device == accessory.device }
      accessories.append(accessory)
      await keep(accessory)
      await noteDevices()
      setCurrent(accessories.last)
      // Not while the list is still on the screen: the system is then using the device.
      if picker == .shown { requested = accessory.device } else { connect() }
    case .changed(let accessory):
      // Other properties change too, which must not undo a name given in Halo.
      guard systemNames.updateValue(accessory.name, forKey: accessory.device) != accessory.name else { return }
      await rename(accessory)
    case .removed(let accessory):
      systemNames[accessory.device] = nil
      accessories.removeAll { $0.device == accessory.device }
      dismissed.removeAll { $0.device == accessory.device }
      await release(accessory)
      await noteDevices()
      if currentRing?.device == accessory.device { setCurrent(accessories.first) }
    case .refused(let error): problem = Problem(error)
    case .failed(let error): picker = .failed(Problem(error))
    }
  }

  private func setCurrent(_ accessory: Accessory?) {
    if currentRing?.device != accessory?.device {
      disconnect()
      battery = nil
      hardwareRevision = nil
      firmwareRevision = nil
    }
    currentRing = accessory
  }

  private func choose() async {
    // The system shows its list only to an app that is not using Bluetooth at the moment.
    isHeld = false
    await linking.end()
    await (environment.radio as? any WaitingCentral)?.release()
    do { try await accessoryPicker.show() } catch is CancellationError {} catch {
      problem = Problem(error)
      if requested != nil { connect() }
    }
  }

  private func forget(_ ring: Accessory) async {
    do {
      try await accessoryPicker.remove(ring)
    } catch PickerError.notRemembered {
      // Nothing is left to do for the system.
      await take(.removed(ring))
    } catch is CancellationError {} catch { problem = Problem(error) }
  }

  /// Sorts the accessories that the system remembers: known and new ones are kept; devices released in Halo stay
  /// released. A paired device that the system does not name stays paired: its list may be empty for a while, and only
  /// an explicit removal ends a pairing.
  private func take(remembered: [Accessory]) async {
    let released = environment.settings.current.released
    do {
      let (devices, known) = try await environment.journal.perform { journal in
        (try journal.devices(), Set(try journal.allDevices().map(\.identifier)))
      }
      let paired = Set(devices.map(\.identifier))
      dismissed = remembered.filter {
        !paired.contains($0.device) && (released.contains($0.device.text) || known.contains($0.device))
      }
      let unnamed = devices.filter { device in
        device.identifier.isOfCoreBluetooth && !remembered.contains { $0.device == device.identifier }
      }
      accessories =
        remembered.filter { !dismissed.contains($0) }
        + unnamed.map { Accessory(device: $0.identifier, name: $0.name, family: $0.family) }
      for accessory in accessories where !paired.contains(accessory.device) { await keep(accessory) }
      await noteDevices()
      await updateNames()
    } catch {
      accessories = remembered
      problem = Problem(error)
    }
  }

  /// Stores whether a device is paired, for the next launch.
  private func noteDevices() async {
    let settings = environment.settings
    await change { journal in
      let hasDevice = try !journal.devices().isEmpty
      if hasDevice != settings.current.hasDevice { try settings.change { $0.hasDevice = hasDevice } }
    }
  }

  /// Pairs an accessory in the journal, so that its data is stored. A device that was paired before keeps its name.
  private func keep(_ accessory: Accessory) async {
    let wearer = environment.wearer
    let now = environment.now
    let settings = environment.settings
    await change { journal in
      let known = try journal.device(accessory.device)
      // The system's name may have been given by a person, so it is not stored as the advertised name.
      _ = try journal.pair(
        accessory.device, family: accessory.family,
        name: journal.freeName(known?.name ?? accessory.name, for: accessory.device),
        wearer: known?.wearer ?? wearer, at: now)
      try settings.changeReleased { $0.remove(accessory.device.text) }
    }
    await updateNames()
  }

  private func rename(_ accessory: Accessory) async {
    await change { journal in
      if let device = try journal.device(accessory.device) { try journal.rename(device, to: accessory.name) }
    }
    await updateNames()
  }

  private func release(_ accessory: Accessory) async {
    let now = environment.now
    let settings = environment.settings
    await change { journal in
      // The system has forgotten the device: if it is selected again, that is intended.
      try settings.changeReleased { $0.remove(accessory.device.text) }
      guard let device = try journal.device(accessory.device) else { return }
      try journal.forget(device, withData: false, at: now)
    }
  }

  private func change(_ body: @escaping @Sendable (Journal) throws -> Void) async {
    do { try await environment.journal.perform(body) } catch { problem = Problem(error) }
    environment.changes.announce()
  }

  /// Updates the accessories' names from the journal, where a person can rename devices.
  private func updateNames() async {
    guard let devices = try? await environment.journal.perform({ try $0.devices() }) else { return }
    let names = Dictionary(devices.map { ($0.identifier, $0.name) }, uniquingKeysWith: { $1 })
    let named = accessories.map { accessory in
      Accessory(
        device: accessory.device, name: names[accessory.device] ?? accessory.name, family: accessory.family)
    }
    if named != accessories { accessories = named }
    if let ring = currentRing, let name = names[ring.device], name != ring.name {
      currentRing = Accessory(device: ring.device, name: name, family: ring.family)
    }
  }

  // MARK: Connection

  /// Holds a connection for as long as it is requested, and hands it to syncs and measurements.
  private func hold(_ ring: Accessory) async {
    var failures = 0
    while !Task.isCancelled {
      // Work that began without this connection has its own.
      if environment.arbiter.isRequested(ring.device) {
        link = .inUse
        await environment.arbiter.waitUntilFree(ring.device)
        continue
      }
      link = .connecting
      do {
        try await Self.withOfferedConnection(to: ring, environment) { try await self.use(ring) }
      } catch {
        guard !Task.isCancelled else { break }
        failures = isConnected || link == .inUse ? 1 : failures + 1
        let problem = Problem(error)
        guard failures < 3 else {
          link = .failed(problem)
          isHeld = false
          return
        }
        link = .interrupted(problem)
        try? await environment.driver.clock.sleep(for: .seconds(2))
      }
    }
    link = .disconnected
  }

  private nonisolated static func withOfferedConnection(
    to ring: Accessory, _ environment: ModelEnvironment, _ use: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await environment.radio.withConnection(to: ring.device, label: ring.name, timeout: connectTimeout) {
      connection in
      try await environment.sharedRadio.offering(connection) { try await use() }
    }
  }

  /// Shows the ring's state over the connection, and waits while the ring is used, until the connection breaks.
  private func use(_ ring: Accessory) async throws {
    let arbiter = environment.arbiter
    let sharedRadio = environment.sharedRadio
    while true {
      guard arbiter.hold(ring.device) else {
        link = .inUse
        try await Self.first {
          await sharedRadio.waitUntilBroken(ring.device)
          try Task.checkCancellation()
          throw BluetoothError(.read, device: ring.name, .disconnected)
        } or: {
          await arbiter.waitUntilFree(ring.device)
        }
        try Task.checkCancellation()
        continue
      }
      defer { arbiter.release(ring.device) }
      // Until the connection breaks, which is an error, or the ring is requested.
      try await Self.first {
        try await self.talk(with: ring)
      } or: {
        await arbiter.waitUntilRequested(ring.device)
      }
      try Task.checkCancellation()
    }
  }

  /// Runs two operations until the first ends, and returns when the other, which is canceled, has ended too.
  private nonisolated static func first(
    _ one: @escaping @Sendable () async throws -> Void, or other: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await one() }
      group.addTask { try await other() }
      defer { group.cancelAll() }
      try await group.next()
      group.cancelAll()
      // Stop using the connection before the ring is released.
      while await group.nextResult() != nil {}
    }
  }

  private func talk(with ring: Accessory) async throws {
    let known = try await environment.journal.perform { try $0.device(ring.device) }
    guard let device = known else { throw PickerError.notRemembered(name: ring.name) }
    let conversation = DeviceConversation(environment: environment, device: device)
    try await conversation.monitor(every: Self.pollInterval) { await self.take($0) }
  }

  private func take(_ event: DeviceConversation.Event) {
    switch event {
    case .connected: link = .connected
    case .identity(let identity):
      hardwareRevision = identity.hardware ?? hardwareRevision
      firmwareRevision = identity.firmware ?? firmwareRevision
      link = .ready
    case .battery(let state):
      battery = state
      environment.changes.announce()
    }
  }
}
