#if os(Linux)
  import HaloTesting
  import CoreBluetooth
  import Foundation
  import HaloAppleRadio
  import HaloBluetooth
  import HaloDrivers
  import HaloEngine
  import HaloHealth
  import HaloInterchange
  import HaloJournal
  import HaloModels
  import HaloReports
  import HaloSimulatedRadio
  import HaloVirtualDevices
  import HaloWearables
  import Testing

  /// Runs every screen's model as on an iPhone: over `AppleRadio` and Core Bluetooth, with the ring as the only
  /// simulated part.
  @Suite("Every screen over Core Bluetooth")
  @MainActor
  struct CoreBluetoothScreensTests {
    @Test
    func `adds a ring, syncs it, shows every screen, measures, changes its settings, records a workout, and leaves`()
      async throws
    {
      try await ModelFixture.run { place in
        try await CBCentralManager.withCentral(place.radio, clock: place.clock) {
          // Apple's radio works on its own queue, which does not hold the clock: advance the clock in small steps.
          let ticker = Ticker(place.clock)
          defer { ticker.stop() }
          let radio = AppleRadio(restoreIdentifier: "halo.screens", clock: place.clock)
          var found: DeviceID?
          for try await advertisement in radio.scan(ScanFilter()) {
            found = advertisement.device
            break
          }
          let ring = Accessory(
            device: try #require(found), name: "Ring", family: place.accessory.family)
          let (dataSink, notifier) = (RecordingDataSink(), RecordingNotifier())
          let app = AppModel(
            AppModel.Place(
              journal: place.folder.path("app.sqlite"), settings: place.folder.path("settings.json"),
              exports: place.folder.url.path()),
            radio: radio, registry: .bundled, picker: ScriptedPicker(script: [.take(ring)]), dataSink: dataSink,
            notifier: notifier, driver: place.environment.driver, demonstration: { _ in })
          let background = BackgroundModel(app, radio: radio)
          try await running({ await background.run() }) {
            await until({ app.models?.rings.canAdd == true }, on: place.clock)
            background.show()
            let models = try #require(app.models)
            try await Self.addAndSync(models, place)
            try await Self.showScreens(models, place)
            try await Self.useRing(models, place, ring)
            // Leaving the app ends the connection, and waits for a ring that was not synced for an hour.
            await place.medium.move(place.accessory.device, to: 100)
            await background.hide()
            ticker.stop()
            try await place.clock.sleep(for: .seconds(2 * 3600))
            ticker.start()
            // The system has the request, so the app may be suspended: asking for it again takes no time. Without it,
            // it would come at the next look at the ring, an hour later. On a busy machine the ticker runs on meanwhile.
            let before = place.environment.now
            await radio.waitUntilRequested([ring.device])
            #expect(place.environment.now.milliseconds - before.milliseconds < 60_000)
            #expect(models.sync.lastSync.map { $0 < before - .hours(1) } == true)
            await place.medium.move(place.accessory.device, to: 1)
            await until({ models.sync.lastSync.map { $0 > before } ?? false }, on: place.clock)
            await models.sharing.publish()
            #expect(dataSink.notes.widgetSnapshot?.sleep != nil)
          }
        }
      }
    }

    /// Advances the clock in small steps.
    private final class Ticker {
      private let clock: SimulatedClock
      private var task: Task<Void, Never>?

      init(_ clock: SimulatedClock) {
        self.clock = clock
        start()
      }

      func start() {
        let clock = clock
        task = Task(executorPreference: TaskScope.executor) {
          while (try? await clock.sleep(for: .milliseconds(2))) != nil {}
        }
      }

      func stop() { task?.cancel() }
    }

    private static func addAndSync(_ models: AppModel.Models, _ place: ModelFixture) async throws {
      models.onboarding.advance()
      models.onboarding.advance()
      models.rings.add()
      await until({ models.rings.battery != nil }, on: place.clock)
      #expect(models.rings.currentRing?.name == "Ring" && models.rings.firmwareRevision != nil)
      models.onboarding.advance()
      await until({ models.onboarding.step == .start && models.onboarding.canAdvance }, on: place.clock)
      #expect(models.sync.words.english == "Ring is synced.")
      models.onboarding.advance()
    }

    private static func showScreens(_ models: AppModel.Models, _ place: ModelFixture) async throws {
      try await running({ await models.today.run() }) {
        await until({ models.today.contents.value?.tiles.count == 4 }, on: place.clock)
      }
      try await running({ await models.sleep.run() }) {
        await until({ models.sleep.contents.value?.night != nil }, on: place.clock)
      }
      try await running({ await models.heart.run() }) {
        await until({ models.heart.contents.value != nil }, on: place.clock)
      }
      try await running({ await models.activity.run() }) {
        await until({ models.activity.contents.value?.steps != nil }, on: place.clock)
      }
      try await running({ await models.devices.run() }) {
        await until({ models.devices.rows.value?.count == 1 }, on: place.clock)
      }
      try await running({ await models.data.run() }) {
        await until({ models.data.contents.value?.isEmpty == false }, on: place.clock)
        models.data.start(.csv)
        await until({ if case .written = models.data.export { true } else { false } }, on: place.clock)
      }
      models.settings.profile.stepGoal = 9000
      try await place.clock.sleep(for: .seconds(5))
      #expect(models.environment.profile.current.stepGoal == 9000 && models.settings.problem == nil)
    }

    private static func useRing(_ models: AppModel.Models, _ place: ModelFixture, _ ring: Accessory) async throws {
      try await running({ await models.live.run() }) {
        await until({ !models.live.kinds.isEmpty }, on: place.clock)
        models.live.start(.quantity(.heartRate))
        await until({ models.live.value != nil }, on: place.clock)
        models.live.stop()
        await until({ !models.live.isRunning }, on: place.clock)
      }
      let device = try #require(try await models.environment.journal.perform { try $0.device(ring.device) })
      let settings = DeviceSettingsModel(device, models.environment)
      try await running({ await settings.run() }) {
        await until({ settings.settings.value != nil }, on: place.clock)
        settings.perform(try #require(settings.actions.first))
        await until({ settings.message != nil }, on: place.clock)
      }
      await until({ models.workout.canStart }, on: place.clock)
      models.workout.start()
      await until({ models.workout.figures.contains { $0.id == "heart-rate" } }, on: place.clock)
      models.workout.stop()
      await until({ !models.workout.isRecording }, on: place.clock)
      #expect(models.workout.words.english.contains("was stored"))
    }
  }
#endif
