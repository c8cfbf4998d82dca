import HaloBluetooth
import HaloEngine
import HaloJournal
public import HaloWearables
public import Observation

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
  public var figures: [Figure] {
    var figures: [Figure] = []
    if let battery {
      figures.append(
        Figure(
          "battery", Phrase("Battery"),
          battery.isCharging ? Phrase("\(battery.percent) %, charging") : Phrase("\(battery.percent) %")))
    }
    if let hardwareRevision {
      figures.append(Figure("hardware", Phrase("Hardware"), Phrase(verbatim: hardwareRevision)))
    }
    if let firmwareRevision {
      figures.append(Figure("firmware", Phrase("Firmware"), Phrase(verbatim: firmwareRevision)))
    }
    return figures
  }

  private let accessoryPicker: any AccessoryPicker
  private let environment: ModelEnvironment
  private let choosing = Errand()
  private let linking = Errand()

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
    linking.start { await self.hold(ring) }
  }

  /// Lets the link go.
  public func disconnect() {
    linking.cancel()
    if case .failed = link { link = .disconnected }
  }

  /// Forgets the ring, here and in the system. What it told stays in the journal.
  public func remove() {
    guard let ring = currentRing else { return }
    problem = nil
    choosing.start { await self.forget(ring) }
  }

  /// Lets go of what went wrong.
  public func dismissProblem() { problem = nil }

  /// Makes another of the chosen devices the current one.
  public func select(_ accessory: Accessory) {
    guard accessories.contains(accessory), accessory != currentRing else { return }
    setCurrent(accessory)
  }

  // MARK: Choosing

  private func follow() async {
    picker = .activating
    for await event in accessoryPicker.events() { await take(event) }
  }

  private func take(_ event: AccessoryEvent) async {
    switch event {
    case .activated(let remembered):
      picker = .ready
      accessories = remembered
      for accessory in remembered { await keep(accessory) }
      if currentRing.map({ ring in !remembered.contains { $0.device == ring.device } }) ?? true {
        setCurrent(remembered.first { $0.family == ColmiRingDriver.family.id } ?? remembered.first)
      }
    case .shown: picker = .shown
    case .closed: if picker == .shown { picker = .ready }
    case .added(let accessory):
      accessories.removeAll { $0.device == accessory.device }
      accessories.append(accessory)
      await keep(accessory)
      setCurrent(accessory)
      connect()
    case .changed(let accessory):
      accessories = accessories.map { $0.device == accessory.device ? accessory : $0 }
      if currentRing?.device == accessory.device { currentRing = accessory }
      await keep(accessory)
    case .removed(let accessory):
      accessories.removeAll { $0.device == accessory.device }
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

  /// Keeps an accessory in the journal: from then on what it tells is kept.
  private func keep(_ accessory: Accessory) async {
    let (wearer, now) = (environment.wearer, environment.now)
    do {
      try await environment.read { journal in
        let known = try journal.device(accessory.device)
        _ = try journal.pair(
          accessory.device, family: accessory.family, name: accessory.name, wearer: known?.wearer ?? wearer, at: now)
      }
      environment.changes.announce()
    } catch { problem = Problem(error) }
  }

  private func letGo(_ accessory: Accessory) async {
    let now = environment.now
    do {
      try await environment.read { journal in
        guard let device = try journal.device(accessory.device) else { return }
        try journal.forget(device, withData: false, at: now)
      }
      environment.changes.announce()
    } catch { problem = Problem(error) }
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
    let known = try await environment.read { try $0.device(ring.device) }
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
