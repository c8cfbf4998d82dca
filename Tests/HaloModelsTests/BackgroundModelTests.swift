import HaloTesting
import Foundation
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

@Suite("Background work")
@MainActor
struct BackgroundModelTests {
  /// An app with a ring that was paired in an earlier launch, and its background work.
  private struct Launch {
    let app: AppModel
    let background: BackgroundModel
    let dataSink = RecordingDataSink()

    @MainActor
    init(
      _ place: ModelFixture, isPaired: Bool = true, ignoresDelays: Bool = false
    ) throws {
      let path = place.folder.path("app-\(isPaired).sqlite")
      if isPaired {
        _ = try Journal(path: path).pair(
          place.accessory.device, family: place.accessory.family, name: place.accessory.name, wearer: "me",
          at: place.time.moment)
      }
      let radio = WaitingSimulatedRadio(
        radio: place.radio, clock: place.clock, ignoresDelays: ignoresDelays)
      app = AppModel(
        AppModel.Place(
          journal: path, settings: place.folder.path("settings.json"), exports: place.folder.url.path()),
        radio: radio, registry: .bundled, picker: ScriptedPicker(remembered: isPaired ? [place.accessory] : []),
        dataSink: dataSink,
        driver: place.environment.driver, demonstration: { _ in })
      background = BackgroundModel(app, radio: radio)
    }
  }

  @Test func `a launch by the system waits for a device without a timeout, syncs, and updates the widget`()
    async throws
  {
    try await ModelFixture.run { place in
      await place.medium.move(place.accessory.device, to: 100)
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models != nil }, on: place.clock)
        let sync = try #require(launch.app.models?.sync)
        try await place.clock.sleep(for: .seconds(600))
        #expect(sync.lastSync == nil)
        await place.medium.move(place.accessory.device, to: 1)
        await until({ sync.progress != nil }, on: place.clock)
        // Opening the app now shows the running sync.
        launch.background.show()
        await until({ if case .syncing = sync.state { false } else { true } }, on: place.clock)
        #expect(sync.words.english == "Ring is synced.")
        try await place.clock.sleep(for: .seconds(5))
        #expect(launch.dataSink.notes.widgetSnapshot?.sleep != nil)
        #expect(await !place.medium.isConnected(place.accessory.device))
      }
    }
  }

  @Test func `a launch before the first device is paired contacts none`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place, isPaired: false)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models?.rings.canAdd == true }, on: place.clock)
        launch.background.show()
        try await place.clock.sleep(for: .seconds(60))
        await launch.background.hide()
        try await place.clock.sleep(for: .seconds(60))
        #expect(launch.app.models?.sync.state == .idle)
        #expect(await !place.medium.isConnected(place.accessory.device))
      }
    }
  }

  @Test func `hiding the app turns the LEDs off; showing it restores a requested connection`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models?.rings.currentRing != nil }, on: place.clock)
        let models = try #require(launch.app.models)
        launch.background.show()
        _ = try await launch.background.sync()
        models.rings.connect()
        await until({ models.rings.link == .ready }, on: place.clock)
        try await running({ await models.live.run() }) {
          models.live.start(.quantity(.heartRate))
          await until({ models.live.state == .measuring }, on: place.clock)
          await launch.background.hide()
          #expect(!place.ring.isMeasuring && models.live.state == .idle)
          try await place.clock.sleep(for: .seconds(60))
          // The ring was synced a moment ago, so it is not contacted.
          #expect(await !place.medium.isConnected(place.accessory.device))
          launch.background.show()
          await until({ models.rings.link == .ready }, on: place.clock)
          #expect(models.live.state == .idle && !place.ring.isMeasuring)
          models.rings.disconnect()
          await until({ models.rings.link == .disconnected }, on: place.clock)
          await launch.background.hide()
          launch.background.show()
          try await place.clock.sleep(for: .seconds(60))
          #expect(models.rings.link == .disconnected)
        }
      }
    }
  }

  @Test func `syncs about hourly in the background, also after a ring was away and Bluetooth was off`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models != nil }, on: place.clock)
        let sync = try #require(launch.app.models?.sync)
        launch.background.show()
        await until({ sync.lastSync != nil }, on: place.clock)
        await launch.background.hide()
        @MainActor func age() -> Duration { sync.lastSync.map { place.time.moment - $0 } ?? .days(9) }
        for _ in 0..<9 {
          try await place.clock.sleep(for: .minutes(47))
          #expect(age() < .minutes(62))
        }
        await place.medium.move(place.accessory.device, to: 100)
        try await place.clock.sleep(for: .hours(5))
        #expect(age() > .hours(4) && sync.words.english.contains(" hours ago"))
        await place.medium.move(place.accessory.device, to: 1)
        try await place.clock.sleep(for: .minutes(2))
        #expect(age() < .minutes(2))
        place.radio.setState(.poweredOff)
        try await place.clock.sleep(for: .hours(3))
        place.radio.setState(.poweredOn)
        try await place.clock.sleep(for: .minutes(2))
        #expect(age() < .minutes(2))
        try await place.clock.sleep(for: .minutes(65))
        #expect(age() < .minutes(62))
      }
    }
  }

  @Test func `opening the app syncs what is older than some minutes, and nothing newer`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models != nil }, on: place.clock)
        let sync = try #require(launch.app.models?.sync)
        launch.background.show()
        await until({ sync.lastSync != nil }, on: place.clock)
        let first = sync.lastSync
        await launch.background.hide()
        try await place.clock.sleep(for: .minutes(9))
        launch.background.show()
        try await place.clock.sleep(for: .minutes(2))
        #expect(sync.lastSync == first)
        await launch.background.hide()
        try await place.clock.sleep(for: .minutes(20))
        launch.background.show()
        try await place.clock.sleep(for: .minutes(2))
        #expect(sync.lastSync.map { place.time.moment - $0 < .minutes(3) } == true)
        // A session of two hours stays current, too.
        try await place.clock.sleep(for: .hours(2))
        #expect(sync.lastSync.map { place.time.moment - $0 < .minutes(21) } == true)
        try await place.clock.sleep(for: .seconds(1))
        #expect(sync.words.english.hasPrefix("Synced ") || sync.words.english == "Ring is synced.")
      }
    }
  }

  @Test func `a system that ignores the delay of a request is not asked without end`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place, ignoresDelays: true)
      try await running({ await launch.background.run() }) {
        await until({ launch.app.models != nil }, on: place.clock)
        let sync = try #require(launch.app.models?.sync)
        let times = History { sync.lastSync }
        try await place.clock.sleep(for: .hours(6))
        #expect(times.values.count < 8)
      }
    }
  }

  @Test func `the system's task reports that the ring is away, and syncs it when it is back`() async throws {
    try await ModelFixture.run { place in
      await place.medium.move(place.accessory.device, to: 100)
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        let problem = await #expect(throws: Problem.self) { try await launch.background.sync() }
        #expect(problem?.what.english == "Ring did not respond.")
        let sync = try #require(launch.app.models?.sync)
        await place.medium.move(place.accessory.device, to: 1)
        await until({ if case .done = sync.state { true } else { false } }, on: place.clock)
        #expect(try await launch.background.sync().english == "Ring is synced.")
        #expect(try await launch.background.lastNight().english.hasPrefix("From "))
      }
    }
  }

  @Test func `opens a journal that could not be opened at launch when the app is shown, and runs the models`()
    async throws
  {
    try await ModelFixture.run { place in
      let launch = try Launch(place)
      let path = place.folder.path("app-true.sqlite")
      try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try await running({ await launch.background.run() }) {
        await until({ if case .failed = launch.app.state { true } else { false } }, on: place.clock)
        await #expect(throws: Problem.self) { try await launch.background.sync() }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        launch.background.show()
        await until({ launch.app.models?.rings.canAdd == true }, on: place.clock)
      }
    }
  }

  @Test func `merges two simultaneous sync requests`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      async let first: Void = model.sync(days: 1)
      async let second: Void = model.sync(days: 1)
      _ = await (first, second)
      #expect(model.words.english == "Ring is synced.")
    }
  }

  @Test func `writes to Health after a sync if enabled, and immediately when the person enables it`() async throws {
    try await ModelFixture.run { place in
      let launch = try Launch(place)
      try await running({ await launch.background.run() }) {
        _ = try await launch.background.sync()
        #expect(launch.dataSink.notes.days.isEmpty)
        let settings = try #require(launch.app.models?.settings)
        settings.writesHealth = true
        try await place.clock.sleep(for: .seconds(5))
        #expect(launch.dataSink.notes.days.count > 5)
      }
    }
  }
}
