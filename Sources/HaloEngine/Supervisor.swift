public import HaloBluetooth
public import HaloHealth
public import HaloJournal
public import HaloText
import HaloWearables

/// Keeps the data of paired devices coming: looks for each, syncs when it is seen and due, and lets its link go. A link that is held
/// flattens a ring in hours.
public actor Supervisor {
  /// What goes on with a device.
  public enum State: Sendable, Hashable {
    /// It is looked for.
    case searching
    /// It was seen, and a link is sought.
    case connecting
    /// It is being read: how many answers of how many.
    case syncing(done: Int, total: Int)
    /// Nothing is to be done until then.
    case waiting(until: Moment)
    /// The radio cannot be used.
    case radio(RadioState)
    /// Somebody else speaks with it: ``Supervisor/letGo(of:)``.
    case lent
  }

  /// A device and what goes on with it.
  public struct Status: Sendable, Hashable {
    /// The device.
    public internal(set) var device: Device
    /// What goes on.
    public var state: State
    /// When it was last synced without anything missing, by this supervisor.
    public var lastSync: Moment?
    /// What went wrong last, in words; `nil` where the last sync was whole.
    public var problem: Phrase?
  }

  /// How often, and how patiently.
  public struct Rhythm: Sendable, Hashable {
    /// Time between two syncs of a device.
    public var interval: Duration
    /// Pause after a sync that failed; each further one is twice as long, up to `interval`.
    public var firstPause: Duration
    /// The share by which every pause is longer or shorter by chance, so that devices and programs do not meet: 0…1.
    public var jitter: Double

    /// A sync every half hour.
    public init(
      interval: Duration = .seconds(1800), firstPause: Duration = .seconds(30), jitter: Double = 0.1
    ) {
      self.interval = interval
      self.firstPause = firstPause
      self.jitter = jitter
    }
  }

  /// For a radio that cannot be used.
  private static let radioRetries = RetryPolicy(firstPause: .seconds(1), longestPause: .seconds(256))

  private let engine: Engine
  private var rhythm: Rhythm
  private let random: @Sendable (ClosedRange<Double>) -> Double
  private var statuses: [Int: Status] = [:]
  private let listeners = Broadcast<[Status]>(bufferingPolicy: .bufferingNewest(1))
  /// Sends whenever one of the properties below changes.
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
  /// How many hold a device.
  private var holds: [DeviceID: Int] = [:]
  /// The devices that are looked for or spoken with.
  private var busy: Set<DeviceID> = []
  /// The paired devices by number, as the journal last had them.
  private var paired: [Int: Device] = [:]
  /// How often the journal was asked for them, and the number of the newest answer.
  private var asked = 0
  private var answered = 0
  /// How often it was asked to look at the list of devices again.
  private var reloads = 0
  /// How often it was asked to sync soon.
  private var hurries = 0

  /// A supervisor of the devices that are paired. `random` draws from a range.
  public init(
    _ engine: Engine, rhythm: Rhythm = Rhythm(),
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) {
    self.engine = engine
    self.rhythm = rhythm
    self.random = random
  }

  /// What goes on with all devices, now and whenever it changes.
  public func updates() -> AsyncStream<[Status]> { listeners.listen(startingWith: [current]).elements }

  private func publish() { listeners.send(current) }

  /// Works until it is cancelled.
  public func run() async throws {
    // A reload during the question leads to another one.
    var seen = reloads
    try await readDevices()
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        for device in paired.values.sorted(by: { $0.id < $1.id }) where engine.registry.keepsDays(device.family) {
          if let status = statuses[device.id] {
            if status.device != device { update(device) { $0.device = device } }
          } else {
            statuses[device.id] = Status(device: device, state: .searching)
            group.addTask { await self.supervise(device) }
          }
        }
        publish()
        await changes.wait { reloads != seen }
        seen = reloads
        // If the journal cannot be read for the moment, those that are known go on.
        try? await readDevices()
      }
    }
    listeners.finish()
  }

  /// Takes up devices that were paired meanwhile, and lets those go that were forgotten.
  public func reload() {
    reloads += 1
    changes.send(())
  }

  /// Goes on by another rhythm, from each device's next pause on.
  public func set(_ rhythm: Rhythm) { self.rhythm = rhythm }

  /// Syncs every device as soon as it is seen: the clock jumped, or the computer slept.
  public func hurry() {
    hurries += 1
    changes.send(())
  }

  /// Leaves a device alone until as many calls of ``takeBack(_:)``. A sync that is under way ends, and is gone on with later.
  ///
  /// - Returns: When the device is free.
  public func letGo(of device: DeviceID) async {
    holds[device, default: 0] += 1
    changes.send(())
    await changes.wait { !busy.contains(device) }
  }

  /// Ends a hold of ``letGo(of:)``.
  public func takeBack(_ device: DeviceID) {
    holds[device] = holds[device].flatMap { $0 > 1 ? $0 - 1 : nil }
    changes.send(())
  }

  private var current: [Status] { statuses.values.sorted { $0.device.id < $1.device.id } }

  private func supervise(_ device: Device) async {
    var device = device
    var failures = 0
    var radioFailures = 0
    while !Task.isCancelled {
      // Somebody may have forgotten it meanwhile.
      try? await readDevices()
      guard let current = paired[device.id] else {
        statuses[device.id] = nil
        publish()
        return
      }
      device = current
      update(device) { $0.device = current }
      if isLent(device) {
        update(device) { $0.state = .lent }
        await changes.wait { !isLent(device) }
        continue
      }
      do {
        guard let report = try await syncUnlessLent(device) else { continue }
        radioFailures = 0
        failures = report.interruption == nil ? 0 : failures + 1
        let now = engine.now
        update(device) { status in
          status.problem = report.interruption
          if report.interruption == nil { status.lastSync = now }
        }
      } catch let error as BluetoothError {
        if case .radio(let state) = error.reason {
          update(device) { $0.state = .radio(state) }
          await engine.waitUntilRadioIsOn()
          // One that says it is on and cannot be used is not asked every second.
          radioFailures += 1
          try? await engine.sleep(Self.radioRetries.pause(afterFailures: radioFailures))
          continue
        }
        // A program that measures does so for long: asking it every minute would gain nothing.
        failures = error.reason == .inUse ? 0 : failures + 1
        update(device) { $0.problem = error.phrase }
      } catch {
        failures += 1
        if !(error is CancellationError) {
          update(device) { $0.problem = (error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)") }
        }
      }
      await pause(device, afterFailures: failures)
    }
  }

  /// Looks for a device and syncs it; `nil` where somebody wants it meanwhile.
  private func syncUnlessLent(_ device: Device) async throws -> SyncReport? {
    busy.insert(device.identifier)
    defer {
      busy.remove(device.identifier)
      changes.send(())
    }
    return try await withThrowingTaskGroup(of: SyncReport?.self) { group in
      group.addTask {
        await self.set(.searching, of: device)
        try await self.engine.waitUntilSeen(device)
        await self.set(.connecting, of: device)
        // It may have another name or wearer since the search began.
        return try await self.sync(await self.current(device))
      }
      group.addTask {
        await self.waitUntilLent(device)
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      // The link is let go before the device is.
      while await group.nextResult() != nil {}
      return first
    }
  }

  private func set(_ state: State, of device: Device) { update(device) { $0.state = state } }

  private func isLent(_ device: Device) -> Bool { holds[device.identifier] != nil }

  /// Waits until somebody wants a device, or it was forgotten.
  private func waitUntilLent(_ device: Device) async {
    await changes.wait { isLent(device) || !isPaired(device) }
  }

  /// Syncs, and shows how far it is.
  private func sync(_ device: Device) async throws -> SyncReport {
    let (steps, continuation) = AsyncStream<SyncProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let shown: Void = show(steps, device)
    defer { continuation.finish() }
    let report = try await engine.sync(device, progress: { continuation.yield($0) })
    continuation.finish()
    await shown
    return report
  }

  private func show(_ steps: AsyncStream<SyncProgress>, _ device: Device) async {
    for await progress in steps { update(device) { $0.state = .syncing(done: progress.done, total: progress.total) } }
  }

  private func pause(_ device: Device, afterFailures failures: Int) async {
    guard !Task.isCancelled else { return }
    let policy = RetryPolicy(
      firstPause: rhythm.firstPause, longestPause: rhythm.interval, jitter: rhythm.jitter)
    let length =
      failures > 0
      ? policy.pause(afterFailures: failures, random: random) : policy.varied(rhythm.interval, random: random)
    let until = engine.now + length
    update(device) { $0.state = .waiting(until: until) }
    let seen = hurries
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await self.engine.sleep(length) }
      group.addTask { await self.waitUntilHurried(since: seen, or: device) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Waits until a sync is wanted, or the device is no more among those that are paired.
  private func waitUntilHurried(since seen: Int, or device: Device) async {
    await changes.wait { hurries != seen || !isPaired(device) }
  }

  private func isPaired(_ device: Device) -> Bool { paired[device.id] != nil }

  /// The device as the journal has it now, or as it was if the journal cannot be read.
  private func current(_ device: Device) async -> Device {
    try? await readDevices()
    return paired[device.id] ?? device
  }

  /// Reads which devices are paired. An answer that comes after a newer one is out of date.
  private func readDevices() async throws {
    asked += 1
    let number = asked
    let devices = try await engine.journal.perform { try $0.devices() }
    guard number > answered else { return }
    answered = number
    paired = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0) })
    changes.send(())
  }

  private func update(_ device: Device, _ change: (inout Status) -> Void) {
    guard var status = statuses[device.id] else { return }
    change(&status)
    guard status != statuses[device.id] else { return }
    statuses[device.id] = status
    publish()
  }
}
