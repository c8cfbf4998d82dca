import HaloHealth
import HaloTesting
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloWearables
import Testing

@Suite("The ring session manager")
@MainActor
struct RingSessionManagerTests {
  @Test func `adds a ring: selects and connects it, discovers characteristics, reads battery level and revisions`()
    async throws
  {
    try await ModelFixture.run { place in
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
        #expect(manager.battery != nil && manager.hardwareRevision != nil && manager.firmwareRevision != nil)
        #expect(manager.linkText.english == "Connected and ready")
        #expect(await place.medium.isConnected(place.accessory.device))
        let kept = try place.environment.journal.devices()
        #expect(kept.map(\.name) == ["Ring"])
      }
      #expect(manager.link == .disconnected)
      #expect(await !place.medium.isConnected(place.accessory.device))
      #expect(links.values.prefix(4) == [.disconnected, .connecting, .connected, .ready], "\(links.values)")
    }
  }

  @Test func `gives a ring whose name another device has a number`() async throws {
    try await ModelFixture.run { place in
      _ = try place.environment.journal.pair(
        DeviceID("C3:48:9A:00:00:77"), family: "colmi-ring", name: "ring", wearer: "me", at: place.environment.now)
      let manager = RingSessionManager(
        place.environment, picker: ScriptedPicker(script: [.take(place.accessory)]))
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        manager.add()
        await until({ manager.battery != nil }, on: place.clock)
        let names = try place.environment.journal.devices().map(\.name)
        #expect(names == ["ring", "Ring 2"])
        #expect(manager.currentRing?.name == "Ring 2")
        #expect(manager.problem == nil)
      }
    }
  }

  @Test func `a measurement uses the connection that My device holds, and both survive the loss of it`() async throws {
    try await ModelFixture.run { place in
      try place.pair()
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      let live = LiveModel(place.environment)
      try await running({ await manager.run() }) {
        try await running({ await live.run() }) {
          await until({ manager.currentRing != nil && !live.kinds.isEmpty }, on: place.clock)
          manager.connect()
          await until({ manager.battery != nil }, on: place.clock)
          let links = History { manager.link }
          live.start(.quantity(.heartRate))
          var isLost = false
          while live.value == nil {
            if await !place.medium.isConnected(place.accessory.device) { isLost = true }
            try await place.clock.sleep(for: .milliseconds(20))
          }
          live.stop()
          await until({ !live.isRunning && manager.link == .ready }, on: place.clock)
          #expect(!isLost && links.values.contains(.inUse) && !links.values.contains(.connecting))
          live.start(.quantity(.heartRate))
          await until({ live.value != nil }, on: place.clock)
          await place.medium.dropLink(of: place.accessory.device)
          await until({ if case .interrupted = live.state { true } else { false } }, on: place.clock)
          await until({ live.value != nil }, on: place.clock)
          live.stop()
          await until({ !live.isRunning && manager.link == .ready }, on: place.clock)
        }
      }
      #expect(await !place.medium.isConnected(place.accessory.device))
    }
  }

  @Test(arguments: [true, false])
  func `a list without a paired device, or an empty one, unpairs nothing; only an explicit removal does`(isEmpty: Bool)
    async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let journal = place.environment.journal
      let (unnamed, ours) = (DeviceID(UUID().uuidString), DeviceID(UUID().uuidString))
      for (device, name) in [(unnamed, "Unnamed"), (ours, "Ours")] {
        _ = try journal.pair(device, family: "colmi-ring", name: name, wearer: "me", at: place.time.moment)
      }
      let known = Accessory(device: ours, name: "Ours", family: "colmi-ring")
      let picker = ScriptedPicker(remembered: isEmpty ? [] : [known])
      let manager = RingSessionManager(place.environment, picker: picker)
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        // "Ring" has a Bluetooth address: it came from a journal of another machine.
        #expect(try journal.devices().map(\.name) == ["Ring", "Unnamed", "Ours"])
        #expect(Set(manager.accessories.map(\.name)) == ["Ours", "Unnamed"] && manager.dismissed.isEmpty)
        #expect(place.environment.settings.current.hasDevice && manager.problem == nil)
        // The person removes one that the system does not name.
        manager.select(try #require(manager.accessories.first { $0.device == unnamed }))
        manager.remove()
        await until({ !manager.accessories.contains { $0.device == unnamed } }, on: place.clock)
        #expect(try journal.devices().map(\.name) == ["Ring", "Ours"] && manager.problem == nil)
        #expect(try journal.allDevices().map(\.name).contains("Unnamed"))
      }
    }
  }

  @Test func `a connection that is held is kept when a screen requests it again`() async throws {
    try await ModelFixture.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        let links = History { manager.link }
        for _ in 0..<3 {
          manager.connect()
          try await place.clock.sleep(for: .milliseconds(700))
        }
        await until({ manager.link == .ready }, on: place.clock)
        manager.connect()
        try await place.clock.sleep(for: .seconds(5))
        #expect(links.values == [.disconnected, .connecting, .connected, .ready])
        // Leaving and opening the app connects again, although the end of the link takes a moment.
        manager.pause()
        manager.resume()
        await until({ manager.link == .connecting }, on: place.clock)
        await until({ manager.link == .ready }, on: place.clock)
      }
    }
  }

  @Test(arguments: [true, false])
  func `connects when the list has closed, not while it is shown, after Bluetooth was released`(isAdding: Bool)
    async throws
  {
    try await ModelFixture.run { place in
      let radio = WaitingSimulatedRadio(radio: place.radio, clock: place.clock)
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: radio, registry: .bundled, driver: place.environment.driver)
      let other = Accessory(device: DeviceID("11:22:33:44:55:66"), name: "Other", family: place.accessory.family)
      let picker = ScriptedPicker(remembered: [place.accessory], script: [.stay])
      let manager = RingSessionManager(environment, picker: picker)
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        manager.add()
        await until({ manager.picker == .shown }, on: place.clock)
        #expect(radio.releases == 1)
        #expect(await !place.medium.isConnected(place.accessory.device))
        if isAdding { picker.tell(.added(other)) }
        try await place.clock.sleep(for: .seconds(5))
        #expect(manager.link == .disconnected && manager.currentRing == (isAdding ? other : place.accessory))
        picker.tell(.closed)
        await until({ manager.link != .disconnected }, on: place.clock)
      }
    }
  }

  @Test func `finds the ring of an earlier launch when the picker is activated, and connects on request`() async throws
  {
    try await ModelFixture.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        #expect(manager.link == .disconnected)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        manager.disconnect()
        await until({ manager.link == .disconnected }, on: place.clock)
        #expect(await !place.medium.isConnected(place.accessory.device))
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
      }
    }
  }

  @Test func `closing the list changes nothing`() async throws {
    try await ModelFixture.run { place in
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

  @Test func `a failed or unready picker reports an error as a sentence`() async throws {
    try await ModelFixture.run { place in
      let picker = ScriptedPicker(script: [.fail(.system("no"))])
      let manager = RingSessionManager(place.environment, picker: picker)
      try await running({ await manager.run() }) {
        await until({ manager.canAdd }, on: place.clock)
        manager.add()
        await until({ manager.problem != nil }, on: place.clock)
        #expect(manager.problem?.phrase.english == "The system reported: no. Try again in a moment.")
        manager.dismissProblem()
        #expect(manager.problem == nil)
        picker.tell(.refused(.system("no")))
        await until({ manager.problem != nil }, on: place.clock)
        #expect(manager.canAdd)
        picker.tell(.failed(.notReady))
        await until({ if case .failed = manager.picker { true } else { false } }, on: place.clock)
        #expect(!manager.canAdd)
      }
      let asleep = RingSessionManager(place.environment, picker: ScriptedPicker(becomesReady: false))
      try await running({ await asleep.run() }) {
        await until({ asleep.picker == .activating }, on: place.clock)
        asleep.add()
        await until({ asleep.problem != nil }, on: place.clock)
        #expect(asleep.problem?.what.english == "The list of devices is not ready.")
      }
    }
  }

  @Test func `removes a ring: disconnects and unpairs it, and keeps its data`() async throws {
    try await ModelFixture.run { place in
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
      #expect(await !place.medium.isConnected(place.accessory.device))
      #expect(try place.environment.journal.devices().isEmpty)
      #expect(try place.environment.journal.knownDays(of: nil) != nil)
    }
  }

  @Test func `stops connecting to a ring that is away after some attempts, with advice`() async throws {
    try await ModelFixture.run { place in
      await place.medium.move(place.accessory.device, to: 100)
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

  @Test func `reconnects after a link loss`() async throws {
    try await ModelFixture.run { place in
      let manager = RingSessionManager(place.environment, picker: ScriptedPicker(remembered: [place.accessory]))
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        await place.medium.dropLink(of: place.accessory.device)
        await until({ if case .interrupted = manager.link { true } else { false } }, on: place.clock)
        await until({ manager.link == .ready }, on: place.clock)
      }
    }
  }

  @Test func `releases the ring for a sync, and reconnects afterwards`() async throws {
    try await ModelFixture.run { place in
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
      #expect(links.values.contains(.inUse), "\(links.values)")
    }
  }

  @Test func `keeps a name given in Halo, even if the system has another name at the next launch`() async throws {
    try await ModelFixture.run { place in
      let picker = ScriptedPicker(remembered: [place.accessory])
      let first = AppModel.Models(place.environment, picker: picker, exportFolder: place.folder.url.path())
      try await running({ await first.rings.run() }) {
        await until({ first.rings.currentRing != nil }, on: place.clock)
        try await running({ await first.devices.run() }) {
          await until({ first.devices.rows.value != nil }, on: place.clock)
          let row = try #require(first.devices.rows.value?.first)
          first.devices.rename(row.device, to: "Left hand")
          await until({ first.rings.currentRing?.name == "Left hand" }, on: place.clock)
        }
      }
      let second = RingSessionManager(place.environment, picker: picker)
      try await running({ await second.run() }) {
        await until({ second.canAdd }, on: place.clock)
        #expect(second.currentRing?.name == "Left hand")
        // Another property of the accessory has changed.
        picker.tell(.changed(place.accessory))
        try await place.clock.sleep(for: .seconds(1))
        #expect(second.currentRing?.name == "Left hand")
      }
      #expect(try place.environment.journal.devices().map(\.name) == ["Left hand"])
    }
  }

  @Test
  func `does not add an erased device again at the next launch unless asked to, although the system remembers it`()
    async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let picker = ScriptedPicker(remembered: [place.accessory])
      picker.refusal = .system("no")
      let first = AppModel.Models(place.environment, picker: picker, exportFolder: place.folder.url.path())
      try await running({ await first.rings.run() }) {
        await until({ first.rings.currentRing != nil }, on: place.clock)
        try await running({ await first.devices.run() }) {
          await until({ first.devices.rows.value != nil }, on: place.clock)
          first.devices.erase(try #require(first.devices.rows.value?.first).device)
          await until({ first.devices.rows.advice != nil }, on: place.clock)
        }
        #expect(first.rings.currentRing == nil && first.rings.dismissed == [place.accessory])
        #expect(first.rings.problem != nil)
      }
      let second = RingSessionManager(place.environment, picker: picker)
      try await running({ await second.run() }) {
        await until({ second.canAdd && !second.dismissed.isEmpty }, on: place.clock)
        #expect(second.currentRing == nil)
        #expect(try place.environment.journal.allDevices().isEmpty)
        second.reclaim(place.accessory)
        await until({ second.link == .ready }, on: place.clock)
        #expect(second.dismissed.isEmpty)
        #expect(try place.environment.journal.devices().map(\.name) == ["Ring"])
        second.disconnect()
        // Removed and still remembered: the same result.
        try place.environment.journal.forget(place.pair(), withData: false, at: place.time.moment)
      }
      let third = RingSessionManager(place.environment, picker: picker)
      try await running({ await third.run() }) {
        await until({ third.canAdd && !third.dismissed.isEmpty }, on: place.clock)
        picker.refusal = nil
        third.remove(place.accessory)
        await until({ third.dismissed.isEmpty }, on: place.clock)
      }
      #expect(place.environment.settings.current.released.isEmpty)
    }
  }

  @Test func `retries a failed connection and a failed picker on request`() async throws {
    try await ModelFixture.run { place in
      await place.medium.move(place.accessory.device, to: 100)
      let picker = ScriptedPicker(remembered: [place.accessory])
      let manager = RingSessionManager(place.environment, picker: picker)
      #expect(manager.connectTitle == nil)
      try await running({ await manager.run() }) {
        await until({ manager.currentRing != nil }, on: place.clock)
        #expect(manager.connectTitle?.english == "Connect")
        manager.connect()
        await until({ manager.connectTitle?.english == "Try again" }, on: place.clock)
        await place.medium.move(place.accessory.device, to: 1)
        manager.connect()
        await until({ manager.link == .ready }, on: place.clock)
        #expect(manager.connectTitle == nil)
        picker.tell(.failed(.notReady))
        await until({ manager.pickerProblem != nil }, on: place.clock)
        manager.activate()
        await until({ manager.canAdd }, on: place.clock)
      }
    }
  }

  @Test func `follows changes in the system's settings: renaming and removing`() async throws {
    try await ModelFixture.run { place in
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
