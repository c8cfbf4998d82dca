import HaloTesting
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("The settings of a device")
@MainActor
struct DeviceSettingsModelTests {
  @Test func `shows what the ring keeps, changes it, and notes it for the battery estimate`() async throws {
    try await ModelFixture.run { place in
      let device = try place.pair()
      let model = DeviceSettingsModel(device, place.environment)
      #expect(model.hasMeasurements && model.hasGoals)
      #expect(model.actions.map(\.id) == ["find", "power-off", "factory-reset"])
      try await running({ await model.run() }) {
        await until({ model.settings.value != nil }, on: place.clock)
        let before = try #require(model.settings.value)
        #expect(Set(before.map(\.quantity)).isSuperset(of: [.heartRate, .oxygenSaturation, .stress]))
        model.change(AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: 15))
        await until({ model.settings.value != before && !model.isBusy }, on: place.clock)
        let rate = try #require(model.settings.value?.first { $0.quantity == .heartRate })
        #expect(rate.isEnabled && rate.intervalMinutes == 15)
        model.change(AutomaticMeasurement(.stress, isEnabled: false))
        await until({ model.settings.value?.first { $0.quantity == .stress }?.isEnabled == false }, on: place.clock)
      }
      let kept = try await place.environment.engine.ask(device, for: "settings") { driver in
        try await (driver as? any Configurable)?.settings()
      }
      #expect(kept?.first { $0.quantity == .heartRate }?.intervalMinutes == 15)
      #expect(kept?.first { $0.quantity == .stress }?.isEnabled == false)
      #expect(model.problem == nil && model.intervals(with: 7).contains(7))
    }
  }

  @Test func `makes the ring blink, and writes the person's goals to it`() async throws {
    try await ModelFixture.run { place in
      let model = DeviceSettingsModel(try place.pair(), place.environment)
      try place.environment.profile.change { $0.stepGoal = 9500 }
      try await running({ await model.run() }) {
        await until({ model.settings.value != nil }, on: place.clock)
        model.perform(try #require(model.actions.first { $0.id == "find" }))
        await until({ model.message?.english == "Ring is blinking for about ten seconds." }, on: place.clock)
        model.writeGoals()
        await until({ model.message?.english == "Ring has your goals: 9,500 steps." }, on: place.clock)
      }
    }
  }

  @Test func `a scale stores the number of the person; a ring, which has no numbers, refuses it`() async throws {
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      let scale = try journal.setUser(
        4,
        of: journal.pair(
          DeviceID("D0:00:00:00:18:1D"), family: "health-device", name: "Scale", wearer: "me",
          at: place.environment.now))
      let model = DeviceSettingsModel(scale, place.environment)
      #expect(model.numbersUsers && model.device.traits.user == 4)
      #expect([0, 254].allSatisfy { model.isUserNumber($0) } && [nil, -1, 255].allSatisfy { !model.isUserNumber($0) })
      try await running({ await model.run() }) {
        // The last is the one that the scale had when the screen was opened.
        for number in [7, 0, 4] {
          model.setUser(number)
          await until(
            { model.message?.english.hasSuffix("stores under the number \(number).") == true }, on: place.clock)
          #expect(model.device.traits.user == number)
          #expect((try? journal.device(scale.identifier))?.traits.user == number)
        }
        model.setUser(255)
        await until({ model.problem != nil }, on: place.clock)
        #expect(model.problem?.what.english == "Scale cannot assign the number 255, only 0 to 254.")
      }
      #expect(try journal.device(scale.identifier)?.traits.user == 4)
      let ring = DeviceSettingsModel(try place.pair(), place.environment)
      #expect(!ring.numbersUsers)
      try await running({ await ring.run() }) {
        await until({ ring.settings.value != nil && !ring.isBusy }, on: place.clock)
        ring.setUser(4)
        await until({ ring.problem?.what.english == "Ring cannot number the people who use it." }, on: place.clock)
      }
    }
  }

  @Test func `a ring out of range is an error that names it, and a strap has no settings`() async throws {
    try await ModelFixture.run { place in
      let model = DeviceSettingsModel(try place.pair(), place.environment)
      await place.medium.move(place.accessory.device, to: 1000)
      try await running({ await model.run() }) {
        await until({ model.problem != nil }, on: place.clock)
        #expect(model.problem?.what.english.contains("Ring") == true && model.settings.problem != nil && !model.isBusy)
      }
      let strap = try place.environment.journal.pair(
        DeviceID("D0:00:00:00:00:01"), family: "heart-rate-monitor", name: "Strap", wearer: "me",
        at: place.environment.now)
      let other = DeviceSettingsModel(strap, place.environment)
      #expect(!other.hasMeasurements && other.actions.isEmpty && !other.hasGoals)
    }
  }
}
