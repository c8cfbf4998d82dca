import HaloReports
import HaloTesting
import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("Devices, data, settings and the first steps")
@MainActor
struct AppModelTests {
  @Test func `the list of devices shows their status, renames and erases them`() async throws {
    try await ModelFixture.run { place in
      let model = DevicesModel(place.environment)
      #expect(model.rows.isLoading)
      try await running({ await model.run() }) {
        await until({ model.rows.advice != nil }, on: place.clock)
        try await place.fill()
        place.environment.changes.announce()
        await until({ model.rows.value != nil }, on: place.clock)
        let row = try #require(model.rows.value?.first)
        #expect(row.kind.english == "COLMI ring")
        #expect(row.batteryPercent != nil)
        #expect(row.figures.map(\.id) == ["battery", "hardware", "firmware", "sync"])
        #expect(row.figures.last?.value.english == "just now")
        #expect(row.voiceOverText.english.hasPrefix("Ring, COLMI ring: Battery "))
        model.rename(row.device, to: "   ")
        model.rename(row.device, to: " Left hand")
        await until({ model.rows.value?.first?.device.name == "Left hand" }, on: place.clock)
        model.erase(row.device)
        await until({ model.rows.advice != nil }, on: place.clock)
        #expect(model.problem == nil)
      }
      #expect(try place.environment.journal.allDevices().isEmpty)
    }
  }

  @Test func `exports tables, JSON lines and the whole journal, readable by their owner only, and cleans up`()
    async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let model = DataModel(place.environment, folder: place.folder.url.path())
      try await running({ await model.run() }) {
        await until({ model.contents.value != nil }, on: place.clock)
        #expect(model.contents.value?.figures.map(\.id) == ["size", "devices", "days"])
        #expect(model.contents.value?.isEmpty == false)
        for format in ExportFormat.allCases {
          model.start(format)
          await until({ if case .written(format, _, _) = model.export { true } else { false } }, on: place.clock)
          guard case .written(_, let path, let words) = model.export else { return }
          let attributes = try FileManager.default.attributesOfItem(atPath: path)
          #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
          let data = try Data(contentsOf: URL(fileURLWithPath: path))
          switch format {
          case .csv:
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            #expect(lines.first == "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep")
            #expect(words.english.hasPrefix("\(Wording().number(Double(lines.count - 1), digits: 0)) lines, "))
            #expect(lines.contains { $0.contains(",sleep-stage,deep,") })
          case .jsonLines: #expect(data.first == UInt8(ascii: "{"))
          case .journal: #expect(String(decoding: data.prefix(15), as: UTF8.self) == "SQLite format 3")
          }
          // Overwrite the existing file.
          model.start(format)
          await until({ model.export == .writing(format) }, on: place.clock)
          await until({ if case .written(format, _, _) = model.export { true } else { false } }, on: place.clock)
          model.discardExport()
          #expect(model.export == .idle)
          try await place.clock.sleep(for: .seconds(1))
          #expect(!FileManager.default.fileExists(atPath: path))
        }
      }
    }
  }

  @Test func `a stopped export leaves no file, a failed one reports an error`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let model = DataModel(place.environment, folder: place.folder.url.path())
      model.start(.csv)
      model.cancel()
      #expect(model.export == .cancelled)
      let nowhere = DataModel(place.environment, folder: place.folder.path("nowhere"))
      try await running({ await nowhere.run() }) {
        for format in ExportFormat.allCases {
          nowhere.start(format)
          await until({ if case .failed = nowhere.export { true } else { false } }, on: place.clock)
          guard case .failed(let problem) = nowhere.export else { return }
          #expect(problem.what.english.hasPrefix("Cannot write the file "), "\(problem.what.english)")
        }
      }
    }
  }

  @Test func `erases everything on request: all bytes of the journal, exported files, the widget's snapshot`()
    async throws
  {
    try await ModelFixture.run { place in
      let dataSink = RecordingDataSink()
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        dataSink: dataSink)
      let exports = place.folder.url.path()
      let models = AppModel.Models(
        environment, picker: ScriptedPicker(remembered: [place.accessory]), exportFolder: exports)
      try await place.fill()
      let model = models.data
      let home = Task(executorPreference: TaskScope.executor) { await models.run() }
      defer { home.cancel() }
      try await running({ await model.run() }) {
        await until({ models.rings.currentRing != nil }, on: place.clock)
        await models.sharing.publish()
        #expect(dataSink.notes.widgetSnapshot != nil)
        model.start(.csv)
        await until({ if case .written = model.export { true } else { false } }, on: place.clock)
        #expect(FileManager.default.fileExists(atPath: place.folder.path("halo.csv")))
        models.rings.connect()
        await until({ models.rings.link == .ready }, on: place.clock)
        model.eraseOldRaw()
        await until({ model.erased?.english == "0 bytes of raw readings were erased." }, on: place.clock)
        model.eraseEverything()
        await until({ model.erased?.english == "Everything was erased." }, on: place.clock)
        await until({ model.contents.value?.isEmpty == true }, on: place.clock)
        await until({ models.rings.link == .disconnected && models.rings.currentRing == nil }, on: place.clock)
        place.environment.changes.announce()
        await models.sharing.publish()
      }
      #expect(try place.environment.journal.knownDays(of: nil) == nil)
      #expect(model.export == .idle && model.problem == nil)
      #expect(dataSink.notes.widgetSnapshot == nil && dataSink.notes.forgotten == 1)
      #expect(!FileManager.default.fileExists(atPath: place.folder.path("halo.csv")))
      for name in ["journal.sqlite", "journal.sqlite-wal"] {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: place.folder.path(name)))) ?? Data()
        #expect(bytes.range(of: Data(place.accessory.device.text.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func `erases nothing while a device is being synced, and reports the reason`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let device = try place.pair()
      let model = DataModel(place.environment, folder: place.folder.url.path())
      try await running({ await model.run() }) {
        try await place.environment.engine.holding(device) { @MainActor @Sendable in
          model.eraseEverything()
          await until({ model.problem != nil }, on: place.clock)
        }
        #expect(model.problem?.what.english == "Halo is already connected to Ring.")
        #expect(model.erased == nil)
      }
      #expect(try place.environment.journal.knownDays(of: nil) != nil)
      #expect(place.environment.settings.current.released.isEmpty)
    }
  }

  @Test func `stores choices in the wearer's profile, with goals clamped, and the phone's settings in a file`()
    async throws
  {
    try await ModelFixture.run { place in
      let path = place.folder.path("settings.json")
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        settings: SettingsStore(path: path))
      let model = SettingsModel(environment, sharing: SharingModel(environment))
      #expect(model.profile == Profile() && !model.writesHealth)
      #expect(model.zone.english == "Etc/GMT-8")
      try await running({ await model.run() }) {
        model.profile.stepGoal = 9_999_999
        model.profile.units = .imperial
        model.profile.sleepGoalMinutes = nil
        model.writesHealth = true
        #expect(model.stepGoalText.english == "50,000 steps per day" && model.sleepGoalText.english == "No goal")
        await until({ model.problem == nil && model.profile.units == .imperial }, on: place.clock)
        try await place.clock.sleep(for: .seconds(1))
      }
      #expect(SettingsStore(path: path).current == ModelSettings(writesHealth: true))
      let expected = Profile(stepGoal: 50_000, sleepGoalMinutes: nil, units: .imperial)
      #expect(environment.profile.current == expected)
      #expect(try environment.journal.profile(of: environment.wearer) == expected)
      try Data(#"{"hasBegun":true,"other":true}"#.utf8).write(to: URL(fileURLWithPath: path))
      #expect(SettingsStore(path: path).current == ModelSettings(hasBegun: true))
      try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
      #expect(SettingsStore(path: path).current == ModelSettings())
      let unwritable = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        settings: SettingsStore(path: place.folder.path("nowhere/settings.json")))
      let nowhere = SettingsModel(unwritable, sharing: SharingModel(unwritable))
      try await running({ await nowhere.run() }) {
        nowhere.writesHealth = true
        await until({ nowhere.problem != nil }, on: place.clock)
      }
    }
  }

  @Test func `an older version's goals and units are moved from its file into the journal once`() async throws {
    try await ModelFixture.run { place in
      let path = place.folder.path("settings.json")
      try Data(
        #"{"birthYear":1980,"hasBegun":true,"letGo":["A"],"sleepGoalMinutes":450,"stepGoal":9000,"units":"imperial","writesHealth":true}"#
          .utf8
      ).write(to: URL(fileURLWithPath: path))
      @MainActor func open() async throws -> ModelEnvironment {
        let app = AppModel(
          AppModel.Place(
            journal: place.folder.path("app.sqlite"), settings: path, exports: place.folder.url.path()),
          radio: place.radio, registry: .bundled, picker: ScriptedPicker(), driver: place.environment.driver,
          demonstration: { _ in })
        return try await running({ await app.run() }) {
          await until({ app.models != nil }, on: place.clock)
          return try #require(app.models?.environment)
        }
      }
      let first = try await open()
      let expected = Profile(stepGoal: 9000, sleepGoalMinutes: 450, units: .imperial, birthYear: 1980)
      #expect(first.profile.current == expected)
      #expect(try first.journal.profile(of: "me") == expected)
      #expect(first.settings.current == ModelSettings(writesHealth: true, hasBegun: true, released: ["A"]))
      #expect(!String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self).contains("stepGoal"))
      try first.profile.change { $0.stepGoal = 7000 }
      try Data(#"{"stepGoal":9999}"#.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try await open().profile.current.stepGoal == 7000)
    }
  }

  @Test func `the first steps end well for a strap, which stores nothing to sync`() async throws {
    try await ModelFixture.run { place in
      let strap = try await place.pairStrap()
      let picker = ScriptedPicker(
        remembered: [Accessory(device: strap.identifier, name: "Strap", family: strap.family)])
      let models = AppModel.Models(place.environment, picker: picker, exportFolder: place.folder.url.path())
      let model = models.onboarding
      try await running({ await models.run() }) {
        await until({ models.rings.currentRing != nil }, on: place.clock)
        for _ in 0..<3 { model.advance() }
        #expect(model.step == .start && model.kind == .strap && !model.syncs && model.canAdvance)
        #expect(model.title.english == "Strap is ready" && model.message.english.hasPrefix("A strap stores nothing."))
        try await place.clock.sleep(for: .seconds(5))
        #expect(models.sync.state == .idle)
        model.goBack()
        #expect(model.step == .device)
        model.advance()
        model.advance()
        #expect(model.step == nil)
        // Shortcuts ask for a sync in any case.
        await models.sync.sync()
        #expect(models.sync.words.english.hasPrefix("Your devices store nothing that can be synced."))
      }
    }
  }

  @Test func `the first steps lead from welcome and pairing to the first sync, once`() async throws {
    try await ModelFixture.run { place in
      let picker = ScriptedPicker(script: [.take(place.accessory)])
      let models = AppModel.Models(place.environment, picker: picker, exportFolder: place.folder.url.path())
      let model = models.onboarding
      #expect(model.step == .welcome)
      try await running({ await models.run() }) {
        model.advance()
        #expect(model.step == .privacy)
        model.goBack()
        #expect(model.step == .welcome)
        model.advance()
        model.advance()
        #expect(model.step == .device && !model.canAdvance)
        model.advance()
        #expect(model.step == .device)
        await until({ models.rings.canAdd }, on: place.clock)
        models.rings.add()
        await until({ model.canAdvance }, on: place.clock)
        model.advance()
        #expect(model.step == .start && !model.canAdvance)
        await until({ model.canAdvance }, on: place.clock)
        #expect(models.sync.words.english == "Ring is synced.")
        model.advance()
        #expect(model.step == nil)
        try await place.clock.sleep(for: .seconds(1))
      }
      #expect(OnboardingModel(place.environment, rings: models.rings, syncing: models.sync).step == nil)
    }
  }

  @Test func `the app opens its journal off the main actor, and reports errors`() async throws {
    try await ModelFixture.run { place in
      @MainActor func app(_ journal: String) -> AppModel {
        AppModel(
          AppModel.Place(
            journal: place.folder.path(journal), settings: place.folder.path("settings.json"),
            exports: place.folder.url.path()), radio: place.radio, registry: .bundled, picker: ScriptedPicker(),
          driver: place.environment.driver, demonstration: { _ in })
      }
      let good = app("app.sqlite")
      #expect(good.models == nil)
      try await running({ await good.run() }) {
        await until({ good.models != nil }, on: place.clock)
        await until({ good.models?.rings.canAdd == true }, on: place.clock)
        await good.open()
      }
      try Data("this is no journal at all, and longer than a header of SQLite".utf8).write(
        to: URL(fileURLWithPath: place.folder.path("bad.sqlite")))
      let bad = app("bad.sqlite")
      await bad.open()
      guard case .failed(let problem) = bad.state else {
        Issue.record("the journal was opened")
        return
      }
      #expect(problem.what.english == "Halo's journal is damaged.")
      try await running({ await bad.run() }) {
        await until({ if case .failed = bad.state { true } else { false } }, on: place.clock)
        try FileManager.default.removeItem(atPath: place.folder.path("bad.sqlite"))
        bad.retry()
        await until({ bad.models?.rings.canAdd == true }, on: place.clock)
      }
    }
  }

  @Test func `the demonstration shows every screen with a simulated ring, and touches nothing of the person`()
    async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let (simulated, dataSink) = (place.environment, RecordingDataSink())
      let accessory = place.accessory
      let app = AppModel(
        AppModel.Place(
          journal: place.folder.path("app.sqlite"), settings: place.folder.path("settings.json"),
          exports: place.folder.url.path()), radio: place.radio, registry: .bundled, picker: ScriptedPicker(),
        dataSink: dataSink, driver: place.environment.driver,
        demonstration: { show in
          show(simulated, accessory)
          try await simulated.driver.clock.sleep(for: .seconds(86_400))
        })
      try await running({ await app.run() }) {
        await until({ app.models != nil }, on: place.clock)
        app.startDemo()
        await until({ app.demoModels?.rings.currentRing != nil }, on: place.clock)
        let demo = try #require(app.demoModels)
        #expect(!demo.settings.canWriteHealth)
        try await running({ await demo.today.run() }) {
          await until({ demo.today.contents.value?.steps != nil }, on: place.clock)
        }
        try await running({ await demo.sleep.run() }) {
          await until({ demo.sleep.contents.value?.night != nil }, on: place.clock)
        }
        try await running({ await demo.heart.run() }) {
          await until({ demo.heart.contents.value != nil }, on: place.clock)
        }
        try await running({ await demo.activity.run() }) {
          await until({ demo.activity.contents.value != nil }, on: place.clock)
        }
        try await running({ await demo.live.run() }) {
          await until({ !demo.live.kinds.isEmpty }, on: place.clock)
          demo.live.start(.quantity(.heartRate))
          await until({ demo.live.value != nil }, on: place.clock)
        }
        demo.sync.start()
        await until({ if case .done = demo.sync.state { true } else { false } }, on: place.clock)
        app.endDemo()
        #expect(app.demoModels == nil)
        #expect(try app.models?.environment.journal.allDevices().isEmpty == true)
        #expect(dataSink.notes.widgetSnapshot == nil)
        try await place.clock.sleep(for: .seconds(5))
        #expect(await !place.medium.isConnected(place.accessory.device))
      }
    }
  }

  @Test func `a demonstration that cannot begin is an error that can be closed`() async throws {
    try await ModelFixture.run { place in
      let app = AppModel(
        AppModel.Place(
          journal: place.folder.path("app.sqlite"), settings: place.folder.path("settings.json"),
          exports: place.folder.url.path()), radio: place.radio, registry: .bundled, picker: ScriptedPicker(),
        driver: place.environment.driver, demonstration: { _ in throw JournalError.full(path: "/x") })
      try await running({ await app.run() }) {
        app.startDemo()
        await until({ if case .failed = app.demo { true } else { false } }, on: place.clock)
        app.endDemo()
        guard case .off = app.demo else {
          Issue.record("the error was not closed")
          return
        }
      }
    }
  }

  @Test func `the privacy policy in the app is that of the page`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/privacy.md"),
      encoding: .utf8)
    for paragraph in PrivacyPolicy.paragraphs { #expect(page.contains("\n\(paragraph.english)\n")) }
    #expect(page.split(separator: "\n\n").count == PrivacyPolicy.paragraphs.count + 3)
  }

  @Test func `every screen reports a journal that is damaged while open`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let path = place.folder.path("journal.sqlite")
      for name in [path, path + "-wal"] {
        let size = ((try? FileManager.default.attributesOfItem(atPath: name))?[.size] as? NSNumber)?.intValue ?? 0
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: name))
        try file.write(contentsOf: Data(repeating: 0xAA, count: size))
        try file.close()
      }
      let (today, sleep) = (TodayModel(place.environment), SleepModel(place.environment))
      let (heart, activity) = (HeartModel(place.environment), ActivityModel(place.environment))
      let devices = DevicesModel(place.environment)
      try await running({ await today.run() }) { await until({ !today.contents.isLoading }, on: place.clock) }
      try await running({ await sleep.run() }) { await until({ !sleep.contents.isLoading }, on: place.clock) }
      try await running({ await heart.run() }) { await until({ !heart.contents.isLoading }, on: place.clock) }
      try await running({ await activity.run() }) { await until({ !activity.contents.isLoading }, on: place.clock) }
      try await running({ await devices.run() }) { await until({ !devices.rows.isLoading }, on: place.clock) }
      for problem in [
        today.contents.problem, sleep.contents.problem, heart.contents.problem, activity.contents.problem,
        devices.rows.problem,
      ] {
        #expect(problem?.what.english == "Halo's journal is damaged.")
      }
    }
  }

  @Test(
    arguments: [
      BluetoothError(.connect, device: "Ring", .timedOut(.seconds(10))),
      BluetoothError(.read, device: "Ring", .timedOut(.seconds(10))),
      BluetoothError(.read, device: nil, .attributeNotFound), BluetoothError(.bond, device: "Ring", .bondRefused),
      BluetoothError(.scan, device: nil, .radio(.unauthorized)),
      BluetoothError(.scan, device: nil, .radio(.unsupported)),
      BluetoothError(.scan, device: nil, .radio(.resetting)),
      BluetoothError(.read, device: "Ring", .attribute(code: 5)),
      WearableError.notOfFamily(device: "Ring", ColmiRingDriver.family), WearableError.silent(device: "Ring"),
      WearableError.newlyBonded(device: "Ring"), WearableError.unanswered(device: "Ring", what: "steps"),
      WearableError.clockChanged(device: "Ring"), JournalError.full(path: "/x"), JournalError.newer(path: "/x"),
      JournalError.busy(path: "/x"), JournalError.readOnly(path: "/x"), JournalError.other(path: "/x", reason: "y"),
      LiveMeasuringError.busy(device: "Ring", running: "stress"), PickerError.unknownKind(name: "Thing"),
      PickerError.notRemembered(name: "Thing"), CancellationError(),
    ] as [any Error])
  func `every error becomes a sentence for users, without command-line terms`(error: any Error) {
    let problem = Problem(error)
    for text in [problem.what.english, problem.advice.english] {
      #expect(text.hasSuffix("."), "\(text)")
      #expect(!text.contains("--") && !text.contains("halo ") && !text.contains("%@"), "\(text)")
    }
  }
}
