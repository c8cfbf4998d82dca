import HaloTesting
import HaloBluetooth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import Testing

@Suite("Syncing from a screen")
@MainActor
struct SyncModelTests {
  @Test func `goes from idle through progress to done, and records the time`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      #expect(model.state == .idle)
      #expect(model.words.english == "Not synced yet")
      let history = History { model.state }
      try await running({ await model.run() }) {
        model.start()
        await until({ if case .done = model.state { true } else { false } }, on: place.clock)
      }
      #expect(model.words.english == "Ring is synced.")
      #expect(model.lastSync != nil)
      #expect(model.devices.map(\.name) == ["Ring"])
      #expect(history.values.contains(.connecting))
      let steps = history.values.compactMap { state -> Int? in
        if case .syncing(let done, _) = state { done } else { nil }
      }
      #expect(steps.count > 5 && steps == steps.sorted(), "\(steps)")
      #expect(try place.environment.journal.knownDays(of: nil) != nil)
    }
  }

  @Test func `stops on request, and keeps received data`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      // Before the model runs.
      model.start()
      model.cancel()
      #expect(model.state == .cancelled)
      try await running({ await model.run() }) {
        model.start()
        await until({ (model.progress ?? 0) > 0.2 }, on: place.clock)
        #expect(model.isRunning)
        model.cancel()
        await until({ !model.isRunning }, on: place.clock)
      }
      #expect(model.state == .cancelled)
      #expect(model.words.english == "Stopped. Data received until then is kept.")
      #expect(await !place.medium.isConnected(place.accessory.device))
    }
  }

  @Test func `ends with its screen, and restarts with the next one`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      try await running({ await model.run() }) {
        model.start()
        await until({ model.progress != nil }, on: place.clock)
      }
      #expect(model.state == .cancelled)
      #expect(await !place.medium.isConnected(place.accessory.device))
      try await running({ await model.run() }) {
        model.start()
        await until({ if case .done = model.state { true } else { false } }, on: place.clock)
      }
    }
  }

  @Test func `shows advice without a device`() async throws {
    try await ModelFixture.run { place in
      let model = SyncModel(place.environment)
      await model.sync()
      #expect(model.words.english == "There is no device to sync. Add one under My device.")
    }
  }

  @Test func `shows advice if Bluetooth is off, and if the ring is away`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      place.radio.setState(.poweredOff)
      await model.sync()
      #expect(model.words.english == "Bluetooth is turned off. Turn it on in the system settings.")
      place.radio.setState(.poweredOn)
      await place.medium.move(place.accessory.device, to: 100)
      await model.sync()
      guard case .failed(let problem) = model.state else {
        Issue.record("\(model.state)")
        return
      }
      #expect(problem.what.english == "Ring did not respond.")
      #expect(problem.advice.english.contains("Bring it closer"))
    }
  }

  @Test func `reports a link loss and reconnects`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let model = SyncModel(place.environment)
      let history = History { model.words.english }
      try await running({ await model.run() }) {
        model.start()
        await until({ (model.progress ?? 0) > 0.2 }, on: place.clock)
        await place.medium.dropLink(of: place.accessory.device)
        await until({ if case .done = model.state { true } else { false } }, on: place.clock)
      }
      #expect(history.values.contains("The connection to Ring was lost. Trying again …"), "\(history.values)")
    }
  }
}
