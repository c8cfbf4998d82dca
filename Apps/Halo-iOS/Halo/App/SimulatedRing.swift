import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

/// A simulated ring with a simulated wearer, for the demonstration and for previews. Its journal is a temporary file.
enum SimulatedRing {
  /// Runs the simulation in real time until the task is canceled, and calls `show` once. If `isFilled`, a week of data
  /// is synced before.
  static func run(
    isFilled: Bool, _ show: @escaping @Sendable (ModelEnvironment, Accessory) -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "simulated-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "journal.sqlite").path(percentEncoded: false)
    try await Simulation.run(speed: 1) { clock in
      let (environment, ring) = try await environment(clock, journal: path, isFilled: isFilled)
      show(environment, ring)
      // Models run outside of the simulation, so check their deadlines often.
      while true { try await clock.sleep(for: .milliseconds(50)) }
    }
  }

  private static func environment(
    _ clock: SimulatedClock, journal path: String, isFilled: Bool
  ) async throws -> (environment: ModelEnvironment, ring: Accessory) {
    var simulated = SimulatedEnvironment(clock, time: .simulated(clock, from: Date()))
    let ring = await simulated.addRing(.r12, seed: 1)
    let environment = ModelEnvironment(
      journal: try Journal(path: path), radio: simulated.central, registry: .bundled, driver: simulated.driver,
      settings: SettingsStore(ModelSettings(hasBegun: true)))
    let accessory = Accessory(
      device: ring.profile.device, name: ring.profile.name ?? "R12", family: VirtualColmiRing.family)
    let device = try environment.journal.pair(
      accessory.device, family: accessory.family, name: accessory.name, wearer: "me", at: environment.now)
    if isFilled { _ = try await environment.engine.sync(device) }
    return (environment, accessory)
  }
}
