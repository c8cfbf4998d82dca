#if DEBUG
  import Foundation
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloModels
  import HaloSimulatedRadio
  import HaloVirtualDevices
  import HaloWearables
  import Observation

  /// The simulated air behind a preview, and the models over it.
  @MainActor @Observable
  final class SimulatedPlace {
    /// The models, as soon as the place is there.
    private(set) var models: AppModel.Models?

    /// Lets the air's time go on at a person's speed for as long as the preview is shown.
    func live(isFilled: Bool) async {
      try? await Simulation.run(speed: 1) { clock in
        let (environment, ring) = try await Self.place(clock, isFilled: isFilled)
        await self.open(environment, ring)
        // Models run outside of the simulation: their deadlines are looked for often.
        while true { try await clock.sleep(for: .milliseconds(50)) }
      }
    }

    private func open(_ environment: ModelEnvironment, _ ring: Accessory) {
      models = AppModel.Models(
        environment, picker: ScriptedPicker(remembered: [ring], script: [.take(ring)]),
        exportFolder: FileManager.default.temporaryDirectory.path(percentEncoded: false))
    }

    private nonisolated static func place(
      _ clock: SimulatedClock, isFilled: Bool
    ) async throws -> (environment: ModelEnvironment, ring: Accessory) {
      let start = Date()
      let time = WallTime.system { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
      let air = Air(clock: clock, seed: 1)
      let ring = VirtualColmiRing(.r12, wearer: Wearer(seed: 1)) { time.wallClock }
      await air.add(ring)
      let file = FileManager.default.temporaryDirectory.appending(path: "preview-\(UUID()).sqlite")
      let environment = ModelEnvironment(
        journal: try Journal(path: file.path(percentEncoded: false)), radio: air.central(),
        driver: DriverEnvironment(clock: clock, time: time), settings: SettingsStore(ModelSettings(hasBegun: true)))
      let accessory = Accessory(
        device: ring.profile.device, name: ring.profile.name ?? "R12", family: ColmiRingDriver.family.id)
      let device = try environment.journal.pair(
        accessory.device, family: accessory.family, name: accessory.name, wearer: "me", at: environment.now)
      if isFilled { _ = try await environment.engine.sync(device) }
      return (environment, accessory)
    }
  }
#endif
