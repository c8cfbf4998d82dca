#if os(Linux)
  import HaloTesting
  import CoreBluetooth
  import Dispatch
  import Foundation
  import HaloAppleRadio
  import HaloBluetooth
  import HaloDrivers
  import HaloInterchange
  import HaloJournal
  import HaloModels
  import HaloRadioConformance
  import HaloReports
  import HaloSimulatedRadio
  import HaloWearables
  import Testing

  /// Runs the sources of the iPhone app: Core Bluetooth preserves the connection of an app that was ended, and the
  /// app's models restore it.
  @Suite("A launch by the system, for Bluetooth")
  @MainActor
  struct RestorationTests {
    @Test func `restores the preserved connection: syncs the ring over it, and updates the widget, without a screen`()
      async throws
    {
      try await ModelFixture.run { place in
        try await CBCentralManager.withCentral(place.radio, clock: place.clock) {
          // Apple's radio works on its own queue, which does not hold the clock: advance the clock in small steps.
          let ticking = Task(executorPreference: TaskScope.executor) {
            while (try? await place.clock.sleep(for: .milliseconds(2))) != nil {}
          }
          defer { ticking.cancel() }
          let earlier = EarlierLaunch(restoreIdentifier: "halo.radio")
          let device = DeviceID(await earlier.connect().uuidString)
          await earlier.terminate()
          let path = place.folder.path("app.sqlite")
          let kept = try Journal(path: path).pair(
            device, family: place.accessory.family, name: "Ring", wearer: "me", at: place.time.moment)
          let radio = AppleRadio(restoreIdentifier: "halo.radio", clock: place.clock)
          let dataSink = RecordingDataSink()
          let app = AppModel(
            AppModel.Place(
              journal: path, settings: place.folder.path("settings.json"), exports: place.folder.url.path()),
            radio: radio, registry: .bundled,
            picker: ScriptedPicker(remembered: [Accessory(device: device, name: "Ring", family: kept.family)]),
            dataSink: dataSink, driver: place.environment.driver, demonstration: { _ in })
          let background = BackgroundModel(app, radio: radio)
          try await running({ await background.run() }) {
            await until(
              { app.models.map { if case .done = $0.sync.state { true } else { false } } ?? false }, on: place.clock)
            let models = try #require(app.models)
            #expect(models.sync.words.english == "Ring is synced.")
            await models.sharing.publish()
            #expect(dataSink.notes.widgetSnapshot?.sleep != nil)
            // The system's queue ends the connection, and simulated time does not wait for it: on a busy machine it may
            // be late.
            for _ in 0..<360 where await place.medium.isConnected(place.accessory.device) {
              try await place.clock.sleep(for: .seconds(10))
            }
            #expect(await !place.medium.isConnected(place.accessory.device))
          }
        }
      }
    }
  }
#endif
