import HaloColmiRing

import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Logging
import Synchronization
import Testing

@testable import HaloDashboard
import HaloDrivers

/// A page with a journal of a simulated ring's week and a short walk. The ring is in range.
struct PageTestbed: Sendable {
  let client: PageClient
  let page: Dashboard
  let home: SimulatedHome
  /// The ring's number in the journal.
  let ring: Int
  /// A treadmill and a strap. In a gym they are in range and paired; otherwise they are absent.
  let treadmill: VirtualFitnessMachine
  let machine: Int
  let strap: Int

  var journal: Journal { home.journal }
  var clock: SimulatedClock { home.clock }
  var medium: SimulatedMedium { home.medium }
  /// For tests of connections.
  var tcp: TCPTransport { TCPTransport(port: client.port) }

  /// The day of the test; the time is a quarter past eight.
  static let today = CalendarDate(year: 2026, month: 11, day: 20)!
  static let now = WallClock(date: today, minuteOfDay: 495)
  /// The same time as a moment.
  static let moment = Moment(now, secondsFromGMT: 3600)

  /// The content of a journal at the beginning.
  enum Content: CaseIterable {
    /// Nothing.
    case empty
    /// The paired ring.
    case ring
    /// The paired ring, its week and a walk.
    case week
  }

  /// A journal of each content, created once and copied.
  private static let prepared = Dictionary(
    uniqueKeysWithValues: Content.allCases.map { content in (content, Task { try await journal(content) }) })

  private static func journal(_ content: Content) async throws -> Data {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    try await Simulation.run { clock in
      let engine = try await home(clock, journal).engine
      guard content != .empty else { return }
      let seen = Mutex<[Advertisement]>([])
      try await engine.look(for: .seconds(3)) { advertisement in seen.withLock { $0.append(advertisement) } }
      let ring = try #require(seen.withLock { $0.first { DriverRegistry.bundled.driver(for: $0) != nil } })
      let device = try engine.pair(ring, name: "Ring", wearer: "Ada")
      guard content == .week else { return }
      _ = try await engine.sync(device)
      _ = try await engine.recordWorkout(.walking, machine: nil, heart: device, of: "Ada") {
        try await clock.sleep(for: .seconds(90))
      }
    }
    try journal.backUp(to: folder.path("copy.sqlite"))
    return try Data(contentsOf: folder.url.appending(path: "copy.sqlite"))
  }

  /// A treadmill: its advertised name, the name given by its user, and its deviations from the specification.
  struct Treadmill: Sendable {
    var advertised: String? = "Treadmill 7"
    var name: String?
    var quirks = MachineQuirks.strict
  }

  /// Runs a page, calls `body` with it, and calls `afterwards` when the page has ended. Requests are calls within
  /// simulated time; with `tcpSpeed` they are sent over TCP, and it is the simulated time relative to real time.
  static func run(
    _ content: Content = .week, tcpSpeed: Double? = nil, isGym: Bool = false, treadmill kind: Treadmill = Treadmill(),
    configuration: Dashboard.Configuration = .init(), imports: HookedProcess.Hook? = nil,
    registry: DriverRegistry = .bundled, file: StaticString = #fileID, line: Int = #line,
    afterwards: (Journal) throws -> Void = { _ in },
    _ body: @escaping @Sendable (PageTestbed) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await prepared[content]?.value.write(to: folder.url.appending(path: "journal.sqlite"))
    let journal = try Journal(path: folder.path("journal.sqlite"))
    try await Simulation.run(speed: tcpSpeed, file: file, line: line) { clock in
      let treadmill = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: kind.advertised ?? "Treadmill 7",
        quirks: kind.quirks)
      let strap = VirtualHeartRateMonitor(.strap, seed: 1)
      let home = try await home(clock, journal, registry, with: isGym ? [treadmill, strap] : [])
      func paired(_ profile: PeripheralProfile, advertising advertised: String?, as name: String?) throws -> Int {
        guard isGym else { return 0 }
        return try home.engine.pair(
          Advertisement(
            device: profile.device, name: advertised, services: profile.advertisedServices, rssi: -50,
            isConnectable: true), name: name, wearer: "Ada"
        ).id
      }
      let machineID = try paired(treadmill.profile, advertising: kind.advertised, as: kind.name)
      let strapID = try paired(strap.profile, advertising: strap.profile.name, as: nil)
      let ring = try journal.devices().first { $0.family == ColmiRingDriver.family.id }?.id ?? 0
      var configuration = configuration
      configuration.port = 0
      if tcpSpeed == nil { configuration.clock = clock }
      try await serve(configuration, home, overTCP: tcpSpeed != nil, imports: imports) { page, client in
        try await body(
          PageTestbed(
            client: client, page: page, home: home, ring: ring, treadmill: treadmill, machine: machineID,
            strap: strapID))
      }
    }
    try afterwards(journal)
    withExtendedLifetime(folder) {}
  }

  /// Runs a page over a home, and calls `body` with a signed-in client.
  static func serve(
    _ configuration: Dashboard.Configuration, _ home: SimulatedHome, overTCP: Bool,
    imports hook: HookedProcess.Hook? = nil,
    _ body: @escaping @Sendable (Dashboard, PageClient) async throws -> Void
  ) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let process = { @Sendable () throws -> any ImportProcess in
      HookedProcess(handler: ImportHandler(.bundled) { home.journal }, hook: try #require(hook))
    }
    let page = Dashboard(
      configuration,
      .init(
        version: "test", radio: "simulated", engine: home.engine, time: home.time, supervisor: nil,
        imports: hook == nil ? nil : process),
      logger: logger)
    guard overTCP else {
      return try await page.withTasks {
        let transport = MemoryTransport(responder: page.responder(), logger: logger)
        try await body(page, PageClient(transport: transport).signedIn(to: page))
      }
    }
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await page.run { continuation.yield($0) }
      }
      group.addTask {
        for await port in ports {
          return try await body(page, PageClient(transport: TCPTransport(port: port)).signedIn(to: page))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private static func home(
    _ clock: SimulatedClock, _ journal: Journal, _ registry: DriverRegistry = .bundled,
    with others: [any VirtualPeripheral] = []
  ) async throws -> SimulatedHome {
    let zone = SimulatedZone("Europe/Berlin", secondsFromGMT: 3600)
    let home = try SimulatedHome(clock, registry: registry, start: now, zone: zone, journal: journal)
    let time = home.time
    await home.medium.add(VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }, distance: 0.6)
    for other in others { await home.medium.add(other) }
    return home
  }
}
