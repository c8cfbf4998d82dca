@_exported public import HaloEngine
@_exported public import HaloVirtualDevices

/// A simulated home: virtual devices within range of a simulated radio, and an engine that stores their data in a
/// journal.
///
/// Time is simulated too. It passes only while every task waits, so a test of a week takes milliseconds, and the same seed always
/// gives the same result:
///
/// ```swift
/// try await SimulatedHome.run(registry: DriverRegistry([ThermometerDriver.self])) { home in
///   let device = try await home.pair(VirtualThermometer())
///   _ = try await home.engine.sync(device)
///   let sample = try #require(home.samples(of: .skinTemperature).first)
///   #expect(sample.value == 36.5)
///   #expect(try home.bytes(of: sample) == [[0x42, 0x0E]])
/// }
/// ```
///
/// A virtual device is any `VirtualPeripheral`. `HaloVirtualDevices` has one for each family that Halo knows.
public struct SimulatedHome: Sendable {
  /// The clock, whose time passes only while every task waits.
  public let clock: SimulatedClock
  /// The devices within range, and their links.
  public let medium: SimulatedMedium
  /// The radio that finds and connects to them.
  public let radio: SimulatedCentral
  /// The date and time in the home.
  public let time: WallTime
  /// The local time at the start of the simulation.
  public let start: WallClock
  /// The time zone.
  public let zone: SimulatedZone
  public let journal: Journal
  /// The engine over the radio and the journal.
  public let engine: Engine
  /// The journal's folder if the home created it.
  private let folder: TemporaryFolder?

  /// The clocks that drivers use in the home.
  public var environment: DriverEnvironment { DriverEnvironment(clock: clock, time: time) }

  /// Creates a home without devices, whose local time is `start` now.
  ///
  /// - Parameters:
  ///   - clock: The clock of a simulation that has just begun.
  ///   - registry: The drivers that the engine knows.
  ///   - start: The local time at the beginning.
  ///   - zone: The home's time zone.
  ///   - seed: Determines signal strengths and random faults.
  ///   - settings: The settings of all links.
  ///   - journal: The journal, for a test that has opened one. If it is nil, the home creates one in a temporary folder.
  public init(
    _ clock: SimulatedClock, registry: DriverRegistry, start: WallClock = SimulatedHome.morning,
    zone: SimulatedZone = .hoursEast(0), seed: UInt64 = 1, settings: LinkSettings = LinkSettings(),
    journal: Journal? = nil
  ) throws {
    let simulated = SimulatedEnvironment(clock, start: start, zone: zone, seed: seed, settings: settings)
    let folder = try journal == nil ? TemporaryFolder() : nil
    let journal = try journal ?? Journal(path: folder?.path("journal.sqlite") ?? "")
    self.clock = clock
    self.start = start
    self.zone = zone
    self.folder = folder
    self.journal = journal
    time = simulated.time
    medium = simulated.medium
    radio = simulated.central
    engine = Engine(journal: journal, radio: simulated.central, registry: registry, environment: simulated.driver)
  }

  /// Runs a simulation, and calls `body` with a home in it. The parameters are those of the initializer.
  ///
  /// - Throws: Any error of `body`; `SimulationStalled` if all tasks wait and nothing happens for ten seconds of real time.
  public static func run<Result: Sendable>(
    registry: DriverRegistry, start: WallClock = SimulatedHome.morning, zone: SimulatedZone = .hoursEast(0),
    seed: UInt64 = 1, settings: LinkSettings = LinkSettings(), journal: Journal? = nil, file: StaticString = #fileID,
    line: Int = #line, _ body: @Sendable (SimulatedHome) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run(file: file, line: line) { clock in
      try await body(
        SimulatedHome(
          clock, registry: registry, start: start, zone: zone, seed: seed, settings: settings, journal: journal))
    }
  }

  /// 16 minutes past 10 on 2026-11-13.
  public static let morning = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 10 * 60 + 16)

  /// Adds a device to the home, that many meters from the radio, and pairs it as
  /// `Engine.pair(_:name:wearer:)` does.
  @discardableResult
  public func pair(
    _ peripheral: some VirtualPeripheral, name: String? = nil, wearer: String? = nil, distance: Double = 1
  ) async throws -> Device {
    await medium.add(peripheral, distance: distance)
    return try await journal.perform { _ in
      try engine.pair(peripheral.profile.advertisement(rssi: -50), name: name, wearer: wearer)
    }
  }
}
