import HaloBluetooth
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import Testing

@Suite("The ring session manager")
@MainActor
struct RingSessionManagerTests {
  @Test("adds a ring: it is chosen, connected, its characteristics found, its charge and revisions known")
  func adds() async throws {
    try await ModelPlace.run { place in
      let picker = ScriptedPicker(script: [.take(place.accessory)])
      let manager = RingSessionManager(place.environment, picker: picker)
      #expect(manager.picker == .inactive && manager.currentRing == nil && !manager.canAdd)
      let links = History { manager.link }
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        manager.add()
        await until({ manager.battery != nil }, on: place.clock)
        #expect(manager.currentRing == place.accessory)
        #expect(manager.isConnected && manager.areCharacteristicsDiscovered)
        #expect(manager.hardwareRevision == "RT11CR_V1.0")
        #expect(manager.firmwareRevision == "RT11CR_1.00.08_250514")
        #expect(manager.figures.map(\.id) == ["battery", "hardware", "firmware"])
        #expect(manager.linkWords.english == "Connected and answering")
        #expect(await place.air.isConnected(place.accessory.device))
        let kept = try place.environment.journal.devices()
        #expect(kept.map(\.name) == ["Ring"])
      }
      #expect(manager.link == .disconnected)
      #expect(await !place.air.isConnected(place.accessory.device))
      #expect(links.values.prefix(4) == [.disconnected, .connecting, .connected, .ready], "\(links.values)")
    }
  }

  @Test("finds the ring of an earlier launch when the picker wakes up, and connects when asked")
  func remembers() async throws {
    try await ModelPlace.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        #expect(manager.link == .disconnected)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        manager.disconnect()
        await until({ manager.link == .disconnected }, on: place.clock)
        #expect(await !place.air.isConnected(place.accessory.device))
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
      }
    }
  }

  @Test("a list that is closed changes nothing")
  func closes() async throws {
    try await ModelPlace.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(script: [.close]))
      let states = History { manager.picker }
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        manager.add()
        try await place.clock.sleep(for: .seconds(1))
        #expect(states.values == [.inactive, .activating, .ready, .shown, .ready])
        #expect(manager.currentRing == nil && manager.problem == nil)
      }
      #expect(manager.picker == .inactive)
    }
  }

  @Test("a picker that fails, or is not ready, says so in a sentence")
  func fails() async throws {
    try await ModelPlace.run { place in
      let picker = ScriptedPicker(script: [.fail(.system("no"))])
      let manager = RingSessionManager(place.environment, picker: picker)
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        manager.add()
        await until({ manager.problem != nil }, on: place.clock)
        #expect(manager.problem?.phrase.english == "The system says: no. Try again in a moment.")
        manager.dismissProblem()
        #expect(manager.problem == nil)
        picker.tell(.refused(.system("no")))
        await until({ manager.problem != nil }, on: place.clock)
        #expect(manager.canAdd)
        picker.tell(.failed(.notReady))
        await until({ if case .failed = manager.picker { true } else { false } }, on: place.clock)
        #expect(!manager.canAdd)
      }
      let asleep = RingSessionManager(place.environment, picker: ScriptedPicker(wakesUp: false))
      try await running({ await asleep.run() }) {
        await until({ asleep.picker == .activating }, on: place.clock)
        asleep.add()
        await until({ asleep.problem != nil }, on: place.clock)
        #expect(asleep.problem?.what.english == "The list of devices is not ready.")
      }
    }
  }

  @Test("removes a ring: its link goes, it is forgotten, what it told stays")
  func removes() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        manager.remove()
        await until({ manager.currentRing == nil }, on: place.clock)
        await until({ manager.link == .disconnected }, on: place.clock)
        #expect(manager.battery == nil && manager.firmwareRevision == nil)
      }
      #expect(await !place.air.isConnected(place.accessory.device))
      #expect(try place.environment.journal.devices().isEmpty)
      #expect(try place.environment.journal.span() != nil)
    }
  }

  @Test("a ring that is away is given up after some tries, with what to do")
  func away() async throws {
    try await ModelPlace.run { place in
      await place.air.move(place.accessory.device, to: 100)
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      let links = History { manager.link }
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ if case .failed = manager.link { true } else { false } }, on: place.clock)
        #expect(links.values.contains { if case .interrupted = $0 { true } else { false } })
        manager.disconnect()
        #expect(manager.link == .disconnected)
      }
    }
  }

  @Test("a link that breaks comes back")
  func comesBack() async throws {
    try await ModelPlace.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        await place.air.dropLink(of: place.accessory.device)
        await until({ if case .interrupted = manager.link { true } else { false } }, on: place.clock)
        await until({ manager.link == .ready }, on: place.clock)
      }
    }
  }

  @Test("makes way for a sync, and takes the ring back afterwards")
  func makesWay() async throws {
    try await ModelPlace.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      let sync = SyncModel(place.environment)
      let links = History { manager.link }
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        await sync.sync(days: 1)
        #expect(sync.words.english == "Ring is synced.")
        await until({ manager.link == .ready }, on: place.clock)
      }
      #expect(links.values.contains(.lent), "\(links.values)")
    }
  }

  @Test("follows what the system's settings do: another name, and forgetting")
  func systemSettings() async throws {
    try await ModelPlace.run { place in
      let picker = ScriptedPicker(remembered: [place.accessory])
      let manager = RingSessionManager(place.environment, picker: picker)
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        let renamed = Accessory(device: place.accessory.device, name: "Left hand", family: place.accessory.family)
        picker.tell(.changed(renamed))
        await until({ manager.currentRing?.name == "Left hand" }, on: place.clock)
        picker.tell(.removed(renamed))
        await until({ manager.currentRing == nil }, on: place.clock)
        manager.connect()
        #expect(manager.link == .disconnected)
      }
    }
  }
}
