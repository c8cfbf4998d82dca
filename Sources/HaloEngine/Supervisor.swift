/// Keeps paired devices synced: scans for each, syncs when it is found and due, and disconnects. A permanent connection
/// would empty a ring's battery within hours.
public actor Supervisor {
  /// The state of a device.
  public enum State: Sendable, Hashable {
    /// The supervisor is scanning for it.
    case searching
    /// It was found, and a connection is being established.
    case connecting
    /// It is being synced; the numbers of answers received and expected.
    case syncing(done: Int, total: Int)
    /// The next sync is at that time.
    case waiting(until: Moment)
    /// The radio is not available.
    case radio(RadioState)
    /// Another part of the program uses it, by ``Supervisor/release(of:)``.
    case inUse
  }

  /// A device and its state.
  public struct Status: Sendable, Hashable {
    public internal(set) var device: Device
    public var state: State
    /// The time of this supervisor's last complete sync of it.
    public var lastSync: Moment?
    /// The last problem, as a text; `nil` if the last sync was complete.
    public var problem: Phrase?
    /// What the last sync left out, and why.
    public var notes: [Phrase] = []
  }

  /// The schedule of syncs.
  public struct Schedule: Sendable, Hashable {
    /// The time between two syncs of a device.
    public var interval: Duration
    /// The pause after a failed sync; each further one is twice as long, up to `interval`.
    public var firstPause: Duration
    /// The random variation of pauses, as a share, 0…1, so that devices and programs do not collide.
    public var jitter: Double

    /// A sync every half hour, by default.
    public init(
      interval: Duration = .seconds(1800), firstPause: Duration = .seconds(30), jitter: Double = 0.1
    ) {
      self.interval = interval
      self.firstPause = firstPause
      self.jitter = jitter
    }
  }

  /// The policy if the radio is not available.
  private static let radioRetries = RetryPolicy(firstPause: .seconds(1), longestPause: .seconds(256))

  private let engine: Engine
  private var schedule: Schedule
  private let random: @Sendable (ClosedRange<Double>) -> Double
  private var statuses: [Int: Status] = [:]
  private let listeners = Broadcast<[Status]>(bufferingPolicy: .bufferingNewest(1))
  /// Sends when one of the properties below changes.
  private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
  /// The number of holds of each device.
  private var holds: [DeviceID: Int] = [:]
  /// The devices that are being scanned for or connected.
  private var busy: Set<DeviceID> = []
  /// The paired devices by number, as last read from the journal.
  private var paired: [Int: Device] = [:]
  /// The number of reads of the paired devices, and the number of the newest completed one.
  private var asked = 0
  private var answered = 0
  /// The number of requests to reload the devices.
  private var reloads = 0
  /// The number of requests to sync soon.
  private var syncRequests = 0

  /// A supervisor of the paired devices. `random` draws a number from a range.
  public init(
    _ engine: Engine, schedule: Schedule = Schedule(),
    random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) {
    self.engine = engine
    self.schedule = schedule
    self.random = random
  }

  /// The states of all devices, now and after each change.
  public func updates() -> AsyncStream<[Status]> { listeners.listen(startingWith: [current]).elements }

  private func publish() { listeners.send(current) }

  /// Runs until it is canceled.
  public func run() async throws {
    // A reload during the read leads to another read.
    var seen = reloads
    try await readDevices()
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        for device in paired.values.sorted(by: { $0.id < $1.id }) where engine.registry.storesDays(device.family) {
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
        // If the journal cannot be read at the moment, the known devices continue.
        try? await readDevices()
      }
    }
    listeners.finish()
  }

  /// Starts with devices that were paired in the meantime, and stops with those that were unpaired.
  public func reload() {
    reloads += 1
    changes.send(())
  }

  /// Changes the schedule, from each device's next pause on.
  public func set(_ schedule: Schedule) { self.schedule = schedule }

  /// Syncs every device as soon as it is found, because the clock jumped or the computer was asleep.
  public func syncNow() {
    syncRequests += 1
    changes.send(())
  }

  /// Releases a device until as many calls of ``reclaim(_:)``. A sync in progress is interrupted and continued later.
  /// Returns when the device is free.
  public func release(of device: DeviceID) async {
    holds[device, default: 0] += 1
    changes.send(())
    await changes.wait { !busy.contains(device) }
  }

  /// Ends a hold of ``release(of:)``.
  public func reclaim(_ device: DeviceID) {
    holds[device] = holds[device].flatMap { $0 > 1 ? $0 - 1 : nil }
    changes.send(())
  }

  private var current: [Status] { statuses.values.sorted { $0.device.id < $1.device.id } }

  private func supervise(_ device: Device) async {
    var device = device
    var failures = 0
    var radioFailures = 0
    while !Task.isCancelled {
      // The device may have been unpaired in the meantime.
      try? await readDevices()
      guard let current = paired[device.id] else {
        statuses[device.id] = nil
        publish()
        return
      }
      device = current
      update(device) { $0.device = current }
      if isInUse(device) {
        update(device) { $0.state = .inUse }
        await changes.wait { !isInUse(device) }
        continue
      }
      do {
        guard let report = try await syncUnlessInUse(device) else { continue }
        radioFailures = 0
        failures = report.interruption == nil ? 0 : failures + 1
        let now = engine.now
        update(device) { status in
          status.problem = report.interruption
          if report.interruption == nil { (status.lastSync, status.notes) = (now, report.notes) }
        }
      } catch let error as BluetoothError {
        if case .radio(let state) = error.reason {
          update(device) { $0.state = .radio(state) }
          await engine.waitUntilRadioIsOn()
          // A radio that reports to be on but does not work is not retried every second.
          radioFailures += 1
          try? await engine.sleep(Self.radioRetries.pause(afterFailures: radioFailures))
          continue
        }
        // A program that measures does so for a long time: a retry every minute would gain nothing.
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

  /// Scans for a device and syncs it; `nil` if the device is requested in the meantime.
  private func syncUnlessInUse(_ device: Device) async throws -> SyncReport? {
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
        // The name or wearer may have changed since the beginning of the scan.
        return try await self.sync(await self.current(device))
      }
      group.addTask {
        await self.waitUntilInUse(device)
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      // Wait for the disconnection before the device is released.
      while await group.nextResult() != nil {}
      return first
    }
  }

  private func set(_ state: State, of device: Device) { update(device) { $0.state = state } }

  private func isInUse(_ device: Device) -> Bool { holds[device.identifier] != nil }

  /// Waits until a device is requested or unpaired.
  private func waitUntilInUse(_ device: Device) async {
    await changes.wait { isInUse(device) || !isPaired(device) }
  }

  /// Syncs a device and publishes the progress.
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
      firstPause: schedule.firstPause, longestPause: schedule.interval, jitter: schedule.jitter)
    let length =
      failures > 0
      ? policy.pause(afterFailures: failures, random: random) : policy.varied(schedule.interval, random: random)
    let until = engine.now + length
    update(device) { $0.state = .waiting(until: until) }
    let seen = syncRequests
    _ = try? await TimeLimit.within(length, engine.environment.clock) {
      await self.waitUntilSyncRequested(since: seen, or: device)
    }
  }

  /// Waits until a sync is requested, or the device is no longer paired.
  private func waitUntilSyncRequested(since seen: Int, or device: Device) async {
    await changes.wait { syncRequests != seen || !isPaired(device) }
  }

  private func isPaired(_ device: Device) -> Bool { paired[device.id] != nil }

  /// The device as it is in the journal now, or as last read if the journal cannot be read.
  private func current(_ device: Device) async -> Device {
    try? await readDevices()
    return paired[device.id] ?? device
  }

  /// Reads the paired devices. A result that arrives after a newer one is ignored.
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
