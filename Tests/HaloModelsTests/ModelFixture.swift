import HaloTesting
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloHeartRateMonitor
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Observation
import Testing

/// A simulated home with a ring, and the models' environment in it.
@dynamicMemberLookup
struct ModelFixture: Sendable {
  let home: SimulatedHome
  let ring: VirtualColmiRing
  let environment: ModelEnvironment
  let folder: TemporaryFolder

  /// The person who wears the ring.
  static let wearer = SimulatedPerson(seed: 1)

  /// The ring as an accessory of the picker.
  let accessory: Accessory

  /// Creates an environment eight hours east of Greenwich, with the journal in `folder`.
  init(
    _ clock: SimulatedClock, _ folder: TemporaryFolder, model: VirtualRingModel = .r12
  ) async throws {
    self.folder = folder
    home = try SimulatedHome(
      clock, registry: .bundled, zone: .hoursEast(8), journal: Journal(path: folder.path("journal.sqlite")))
    let time = home.time
    ring = VirtualColmiRing(model, wearer: Self.wearer) { time.wallClock }
    await home.medium.add(ring)
    environment = ModelEnvironment(
      journal: home.journal, radio: home.radio, registry: .bundled, driver: home.environment)
    accessory = Accessory(device: ring.profile.device, name: "Ring", family: ColmiRingDriver.family.id)
  }

  subscript<Property>(dynamicMember property: KeyPath<SimulatedHome, Property>) -> Property { home[keyPath: property] }

  /// Pairs the ring.
  @discardableResult
  func pair() throws -> Device {
    try environment.journal.pair(
      accessory.device, family: accessory.family, name: accessory.name, wearer: "me", at: home.time.moment)
  }

  /// Puts on a strap and pairs it as "Strap".
  func pairStrap() async throws -> Device {
    let strap = VirtualHeartRateMonitor(.strap, seed: 4)
    await home.medium.add(strap)
    return try environment.journal.pair(
      strap.profile.device, family: HeartRateMonitorDriver.family.id, name: "Strap", wearer: "me", at: home.time.moment)
  }

  /// Pairs the ring and syncs a week.
  func fill() async throws {
    _ = try await environment.engine.sync(try pair())
  }

  /// Runs `body` in simulated time, while the main actor holds the clock, with an environment in a temporary folder.
  static func run(
    model: VirtualRingModel = .r12,
    _ body: @escaping @Sendable @MainActor (ModelFixture) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run(waitingForMainActor: true) { clock in
      try await body(try await ModelFixture(clock, folder, model: model))
    }
  }
}

/// Runs a model beside a body and ends it afterwards, as a screen does.
@MainActor
func running<Result: Sendable>(
  _ run: @escaping @Sendable @MainActor () async -> Void, _ body: @MainActor () async throws -> Result
) async throws -> Result {
  let task = Task(executorPreference: TaskScope.executor) { await run() }
  do {
    let result = try await body()
    task.cancel()
    await task.value
    return result
  } catch {
    task.cancel()
    await task.value
    throw error
  }
}

/// Waits until a condition on observed properties holds: the condition is evaluated after each announced change, so an
/// unannounced change is never noticed.
@MainActor
func until(
  _ condition: @escaping @MainActor () -> Bool, within limit: Duration = .seconds(3600), on clock: SimulatedClock,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let (changes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  let timer = Task(executorPreference: TaskScope.executor) {
    try? await clock.sleep(for: limit)
    wake.finish()
  }
  defer { timer.cancel() }
  @MainActor func look() -> Bool { withObservationTracking(condition) { wake.yield() } }
  if look() { return }
  for await _ in changes {
    // Observation announces a change before it is made.
    await Task.yield()
    if look() { return }
  }
  Issue.record(comment ?? "the condition was not met in time", sourceLocation: sourceLocation)
}

/// Records the values of an observed property.
@MainActor
final class History<Value: Equatable & Sendable> {
  private(set) var values: [Value] = []
  private let read: @MainActor () -> Value

  init(_ read: @escaping @MainActor () -> Value) {
    self.read = read
    look()
  }

  private func look() {
    let value = withObservationTracking(read) { [weak self] in
      Task { @MainActor in self?.look() }
    }
    if values.last != value { values.append(value) }
  }
}
