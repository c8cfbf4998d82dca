import HaloBluetooth
import HaloEngine
public import HaloJournal
public import HaloWearables
public import Observation
public import HaloReports

/// What the My device screen binds to: choosing a ring, the ring that was chosen, and the link with it.
///
/// Everything goes on within ``run()``. The link is held while somebody looks, for as long as ``connect()`` wants it; a sync or a
/// measurement gets the ring in between, and afterwards the link comes back.
@MainActor @Observable
public final class RingSessionManager {
  /// How the picker does.
  public enum PickerState: Sendable, Hashable {
    /// Nobody has woken it up.
    case inactive
    /// It wakes up.
    case activating
    /// It can be shown.
    case ready
    /// It is shown.
    case shown
    /// It cannot be used.
    case failed(Problem)
  }

  /// How the link does.
  public enum LinkState: Sendable, Hashable {
    /// There is none, and none is wanted.
    case disconnected
    /// It is sought.
    case connecting
    /// There is a link, and the ring has not said yet what it has.
    case connected
    /// The ring's characteristics were found, and it answers.
    case ready
    /// A sync or a measurement has the ring; the link comes back afterwards.
    case lent
    /// It broke; it is sought again in a moment.
    case interrupted(Problem)
    /// It was given up.
    case failed(Problem)
  }

  /// How the picker does.
  public private(set) var picker = PickerState.inactive
  /// The ring that was chosen; `nil` where there is none.
  public private(set) var currentRing: Accessory?
  /// All devices that were chosen, the one chosen first first.
  public private(set) var accessories: [Accessory] = []
  /// Devices that were let go here and that the system remembers all the same: nothing is kept of them before ``takeBack(_:)``.
  public private(set) var dismissed: [Accessory] = []
  /// How the link does.
  public private(set) var link = LinkState.disconnected
  /// The ring's charge, where it said so.
  public private(set) var battery: BatteryState?
  /// The ring's hardware revision, where it said so.
  public private(set) var hardwareRevision: String?
  /// The ring's firmware revision, where it said so.
  public private(set) var firmwareRevision: String?
  /// What went wrong when a ring was added or removed; `nil` where nothing did.
  public private(set) var problem: Problem?

  /// Whether there is a link.
  public var isConnected: Bool { link == .connected || link == .ready }
  /// Whether the ring's characteristics were found.
  public var areCharacteristicsDiscovered: Bool { link == .ready }
  /// Whether the picker can be shown.
  public var canAdd: Bool { picker == .ready }
  /// What went wrong with the picker itself; ``wakeUp()`` tries again.
  public var pickerProblem: Problem? { if case .failed(let problem) = picker { problem } else { nil } }
  /// What a button beside the ring says that asks for a link: `nil` where there is one, or one is sought.
  public var connectWords: Phrase? {
    switch link {
    case _ where currentRing == nil: nil
    case .disconnected: Phrase("Connect")
    case .failed: Phrase("Try again")
    case .connecting, .connected, .ready, .lent, .interrupted: nil
    }
  }

  /// How the link does, in words.
  public var linkWords: Phrase {
    switch link {
    case .disconnected: Phrase("Not connected")
    case .connecting: Phrase("Connecting …")
    case .connected: Phrase("Connected")
    case .ready: Phrase("Connected and answering")
    case .lent: Phrase("Busy with a sync or a measurement")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .failed(let problem): problem.phrase
    }
  }

  /// Charge and revisions, as far as the ring said them.
  public var figures: [Fact] {
    var figures: [Fact] = []
    if let battery {
      figures.append(
        Fact(
          "battery", Phrase("Battery"),
          battery.isCharging ? Phrase("\(battery.percent) %, charging") : Phrase("\(battery.percent) %")))
    }
    if let hardwareRevision {
      figures.append(Fact("hardware", Phrase("Hardware"), Phrase(verbatim: hardwareRevision)))
    }
    if let firmwareRevision {
      figures.append(Fact("firmware", Phrase("Firmware"), Phrase(verbatim: firmwareRevision)))
    }
    return figures
  }

  private let accessoryPicker: any AccessoryPicker
  private let environment: ModelEnvironment
  private let choosing = Errand()
  private let linking = Errand()
  /// Whether a link is wanted, also while nobody looks.
  private var isLinkWanted = false
  private var isPaused = false
  /// What the system last called each device: a person may have given it another name here.
  private var systemNames: [DeviceID: String] = [:]
  private var alarm: AsyncStream<Void>.Continuation?

  /// How often a ring that is linked is asked how it does.
  private static let pulse = Duration.seconds(60)

  /// A manager of what `picker` remembers.
  public init(_ environment: ModelEnvironment, picker: any AccessoryPicker) {
    self.environment = environment
    accessoryPicker = picker
  }

  /// Wakes the picker up, and does what a person asks for, until the task is cancelled. The link is let go then.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.follow() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.takeNames() } }
      group.addTask { await self.choosing.run() }
      group.addTask { await self.linking.run() }
    }
    picker = .inactive
    link = .disconnected
  }

  /// Shows the list of devices near by. A ring that is chosen is connected to.
  public func add() {
    problem = nil
    choosing.start { await self.choose() }
  }

  /// Wants a link with the ring.
  public func connect() {
    guard let ring = currentRing else { return }
    isLinkWanted = true
    linking.start { await self.hold(ring) }
  }

  /// Lets the link go.
  public func disconnect() {
    isLinkWanted = false
    letLinkGo()
  }

  /// Lets the link go while nobody looks.
  public func pause() {
    isPaused = true
    letLinkGo()
  }

  /// Somebody looks again: a link that was wanted is sought, and a picker that failed is woken up.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    if pickerProblem != nil { wakeUp() }
    if isLinkWanted { connect() }
  }

  /// Wakes a picker up once more that failed.
  public func wakeUp() { alarm?.yield() }

  private func letLinkGo() {
    linking.cancel()
    if case .failed = link { link = .disconnected }
  }

  /// Forgets the ring, here and in the system. What it told stays in the journal.
  public func remove() {
    guard let ring = currentRing else { return }
    problem = nil
    choosing.start { await self.forget(ring) }
  }

  /// Keeps again what a device tells that was let go here.
  public func takeBack(_ accessory: Accessory) {
    guard dismissed.contains(accessory) else { return }
    problem = nil
    choosing.start { await self.take(.added(accessory)) }
  }

  /// Asks the system once more to forget a device that was let go here.
  public func remove(_ accessory: Accessory) {
    problem = nil
    choosing.start { await self.forget(accessory) }
  }

  /// Lets a device go that was erased, and asks the system to forget it. Where the system does not, it is among ``dismissed``.
  func dismiss(_ device: DeviceID) async {
    guard let accessory = accessories.first(where: { $0.device == device }) else { return }
    accessories.removeAll { $0.device == device }
    dismissed.append(accessory)
    if currentRing?.device == device { setCurrent(accessories.first) }
    await forget(accessory)
  }

  /// Lets go of what went wrong.
  public func dismissProblem() { problem = nil }

  /// Makes another of the chosen devices the current one.
  public func select(_ accessory: Accessory) {
    guard accessories.contains(accessory), accessory != currentRing else { return }
    setCurrent(accessory)
  }

  /// A device as the picker knows it, where it was chosen and is not the current one.
  public func other(_ device: Device) -> Accessory? {
    accessories.first { $0.device == device.identifier && $0.device != currentRing?.device }
  }

  // MARK: Choosing

  private func follow() async {
    let (alarms, alarm) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.alarm = alarm
    defer { self.alarm = nil }
    alarm.yield()
    for await _ in alarms {
      picker = .activating
      for await event in accessoryPicker.events() {
        await take(event)
        // Nothing more comes from this one; somebody has to ask for another.
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
    case .closed: if picker == .shown { picker = .ready }
    case .added(let accessory):
      systemNames[accessory.device] = accessory.name
      dismissed.removeAll { $0.device == accessory.device }
      accessories.removeAll { $0.device == accessory.device }
      accessories.append(accessory)
      await keep(accessory)
      setCurrent(accessories.last)
      connect()
    case .changed(let accessory):
      // Other things change as well, and must not undo the name that was given here.
      guard systemNames.updateValue(accessory.name, forKey: accessory.device) != accessory.name else { return }
      await rename(accessory)
    case .removed(let accessory):
      systemNames[accessory.device] = nil
      accessories.removeAll { $0.device == accessory.device }
      dismissed.removeAll { $0.device == accessory.device }
      await letGo(accessory)
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
    do { try await accessoryPicker.show() } catch is CancellationError {} catch { problem = Problem(error) }
  }

  private func forget(_ ring: Accessory) async {
    do { try await accessoryPicker.remove(ring) } catch is CancellationError {} catch { problem = Problem(error) }
  }

  /// Sorts what the system remembers: what the journal has, and what it never heard of, is kept; what was let go here stays so.
  private func take(remembered: [Accessory]) async {
    let letGo = environment.settings.current.letGo
    do {
      let (paired, known) = try await environment.journal.perform { journal in
        (Set(try journal.devices().map(\.identifier)), Set(try journal.allDevices().map(\.identifier)))
      }
      dismissed = remembered.filter {
        !paired.contains($0.device) && (letGo.contains($0.device.text) || known.contains($0.device))
      }
      accessories = remembered.filter { !dismissed.contains($0) }
      for accessory in accessories where !paired.contains(accessory.device) { await keep(accessory) }
      await takeNames()
    } catch {
      accessories = remembered
      problem = Problem(error)
    }
  }

  /// Keeps an accessory in the journal: from then on what it tells is kept. One that was there before has the name that it had.
  private func keep(_ accessory: Accessory) async {
    let (wearer, now, settings) = (environment.wearer, environment.now, environment.settings)
    await change { journal in
      let known = try journal.device(accessory.device)
      // The system's name for an accessory may be a person's, so it is not kept as the advertised one.
      _ = try journal.pair(
        accessory.device, family: accessory.family,
        name: journal.freeName(known?.name ?? accessory.name, for: accessory.device),
        wearer: known?.wearer ?? wearer, at: now)
      try settings.changeLetGo { $0.remove(accessory.device.text) }
    }
    await takeNames()
  }

  private func rename(_ accessory: Accessory) async {
    await change { journal in
      if let device = try journal.device(accessory.device) { try journal.rename(device, to: accessory.name) }
    }
    await takeNames()
  }

  private func letGo(_ accessory: Accessory) async {
    let (now, settings) = (environment.now, environment.settings)
    await change { journal in
      // The system has forgotten it: when it is chosen again, it is meant.
      try settings.changeLetGo { $0.remove(accessory.device.text) }
      guard let device = try journal.device(accessory.device) else { return }
      try journal.forget(device, withData: false, at: now)
    }
  }

  private func change(_ body: @escaping @Sendable (Journal) throws -> Void) async {
    do { try await environment.journal.perform(body) } catch { problem = Problem(error) }
    environment.changes.announce()
  }

  /// Calls devices what the journal calls them: there a person gives them names.
  private func takeNames() async {
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

  // MARK: The link

  /// Holds a link for as long as it is wanted, and makes way for those who have more to do.
  private func hold(_ ring: Accessory) async {
    let turns = environment.turns
    var failures = 0
    while !Task.isCancelled {
      if !turns.hold(ring.device) {
        link = .lent
        await turns.waitUntilFree(ring.device)
        continue
      }
      do {
        let wasWanted = try await linkUnlessWanted(ring)
        turns.letGo(ring.device)
        failures = 0
        if wasWanted { continue }
      } catch {
        turns.letGo(ring.device)
        guard !Task.isCancelled else { break }
        failures = isConnected ? 1 : failures + 1
        let problem = Problem(error)
        guard failures < 3 else {
          link = .failed(problem)
          return
        }
        link = .interrupted(problem)
        try? await environment.driver.clock.sleep(for: .seconds(2))
      }
    }
    link = .disconnected
  }

  /// Keeps a link until it breaks, or somebody else wants the ring; whether that was it.
  private func linkUnlessWanted(_ ring: Accessory) async throws -> Bool {
    link = .connecting
    let turns = environment.turns
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await self.talk(with: ring)
        return false
      }
      group.addTask {
        await turns.waitUntilWanted(ring.device)
        return true
      }
      defer { group.cancelAll() }
      let wasWanted = try await group.next() ?? false
      group.cancelAll()
      // The link is let go before the ring is.
      while await group.nextResult() != nil {}
      return wasWanted
    }
  }

  private func talk(with ring: Accessory) async throws {
    let known = try await environment.journal.perform { try $0.device(ring.device) }
    guard let device = known else { throw PickerError.notRemembered(name: ring.name) }
    try await DeviceTalk(environment, device).stay(every: Self.pulse) { await self.take($0) }
  }

  private func take(_ news: DeviceTalk.News) {
    switch news {
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
