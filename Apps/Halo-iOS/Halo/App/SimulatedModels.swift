#if DEBUG
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
  import Observation

  /// The models of a preview, with a simulated ring.
  @MainActor @Observable
  final class SimulatedModels {
    /// The models, once the simulation runs.
    private(set) var models: AppModel.Models?

    /// Runs the simulation in real time while the preview is shown.
    func run(isFilled: Bool) async {
      try? await Simulation.run(speed: 1) { clock in
        let (environment, ring) = try await Self.environment(clock, isFilled: isFilled)
        await self.open(environment, ring)
        // Models run outside of the simulation, so check their deadlines often.
        while true { try await clock.sleep(for: .milliseconds(50)) }
      }
    }

    private func open(_ environment: ModelEnvironment, _ ring: Accessory) {
      models = AppModel.Models(
        environment, picker: ScriptedPicker(remembered: [ring], script: [.take(ring)]),
        exportFolder: FileManager.default.temporaryDirectory.path(percentEncoded: false))
    }

    private nonisolated static func environment(
      _ clock: SimulatedClock, isFilled: Bool
    ) async throws -> (environment: ModelEnvironment, ring: Accessory) {
      var simulated = SimulatedEnvironment(clock, time: .simulated(clock, from: Date()))
      let ring = await simulated.addRing(.r12, seed: 1)
      let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID()).sqlite")
      let environment = ModelEnvironment(
        journal: try Journal(path: file.path(percentEncoded: false)), radio: simulated.central, registry: .bundled,
        driver: simulated.driver, settings: SettingsStore(ModelSettings(hasBegun: true)))
      let accessory = Accessory(
        device: ring.profile.device, name: ring.profile.name ?? "R12", family: VirtualColmiRing.family)
      let device = try environment.journal.pair(
        accessory.device, family: accessory.family, name: accessory.name, wearer: "me", at: environment.now)
      if isFilled { _ = try await environment.engine.sync(device) }
      return (environment, accessory)
    }
  }
#endif
