import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Notifications")
@MainActor
struct NotificationsModelTests {
  private func environment(
    _ place: ModelFixture, _ notifier: RecordingNotifier, notifies: Bool = true
  ) -> ModelEnvironment {
    ModelEnvironment(
      journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
      settings: SettingsStore(ModelSettings(notifies: notifies)), notifier: notifier)
  }

  @Test func `shows a new night once, and a device that was looked for and not synced for a day`() async throws {
    try await ModelFixture.run { place in
      let notifier = RecordingNotifier()
      let environment = environment(place, notifier)
      try await place.fill()
      let model = NotificationsModel(environment)
      try await running({ await model.run() }) {
        await Self.settle(place)
        let night = try #require(notifier.notices["night"])
        let minutes = try #require(
          place.environment.journal.nights(from: environment.today, to: environment.today).first)
        #expect(night.title.english == "Your night is ready" && night.time == nil)
        #expect(night.text.english.contains(MeasureWording.duration(minutes: minutes.minutesAsleep).english))
        let device = try #require(try place.environment.journal.devices().first)
        // It is not looked for yet, so that it is not missed.
        #expect(notifier.notices["unseen-\(place.accessory.device.text)"] == nil)
        try await place.clock.sleep(for: .minutes(30))
        let since = environment.now
        await model.seek(device, true)
        await Self.settle(place)
        let unseen = try #require(notifier.notices["unseen-\(place.accessory.device.text)"])
        #expect(unseen.title.english == "Ring was not synced for a day" && unseen.time == since + .hours(24))
        notifier.clear()
        environment.changes.announce()
        await Self.settle(place)
        #expect(notifier.notices["night"] == nil)
        // The next sync moves the time.
        try await place.clock.sleep(for: .seconds(3600))
        try await place.fill()
        environment.changes.announce()
        await Self.settle(place)
        let later = try #require(notifier.notices["unseen-\(place.accessory.device.text)"]?.time)
        #expect(later > since + .hours(24))
        // Bluetooth is off, so that it is not looked for.
        await model.seek(device, false)
        await Self.settle(place)
        #expect(notifier.notices["unseen-\(place.accessory.device.text)"] == nil)
        await model.seek(device, true)
        await Self.settle(place)
        #expect(notifier.notices["unseen-\(place.accessory.device.text)"] != nil)
        // A device that was removed is not missed.
        try place.environment.journal.forget(device, withData: false, at: environment.now)
        environment.changes.announce()
        await Self.settle(place)
        #expect(notifier.notices["unseen-\(place.accessory.device.text)"] == nil)
      }
    }
  }

  @Test func `shows a low battery once, and again only after charging`() async throws {
    try await ModelFixture.run { place in
      let notifier = RecordingNotifier()
      let environment = environment(place, notifier)
      let device = try place.pair()
      let key = "battery-\(device.identifier.text)"
      /// Syncs the ring with that charge, and returns the notification that follows.
      @MainActor func shown(_ percent: Int) async throws -> Notice? {
        notifier.clear()
        // A reading is compared with those of the last six hours.
        try await place.clock.sleep(for: .seconds(7 * 3600))
        place.ring.setBattery(percent: percent)
        _ = try await environment.engine.sync(device, days: 1)
        environment.changes.announce()
        await Self.settle(place)
        return notifier.notices[key]
      }
      let model = NotificationsModel(environment)
      try await running({ await model.run() }) {
        var texts: [String?] = []
        for percent in [40, 15, 12, 20, 14, 80, 9] { texts.append(try await shown(percent)?.text.english) }
        let expected = [nil, "Its battery is at 15 %.", nil, nil, nil, nil, "Its battery is at 9 %."]
        #expect(texts == expected)
      }
    }
  }

  @Test func `shows nothing if it is turned off; a denied permission is a sentence`() async throws {
    try await ModelFixture.run { place in
      let notifier = RecordingNotifier(isAllowed: false)
      let environment = environment(place, notifier, notifies: false)
      try await place.fill()
      let model = NotificationsModel(environment)
      try await running({ await model.run() }) { await Self.settle(place) }
      #expect(notifier.notices.isEmpty)
      let settings = SettingsModel(environment, sharing: SharingModel(environment))
      #expect(settings.canNotify && !settings.notifies && settings.notificationText == nil)
      try await running({ await settings.run() }) {
        settings.notifies = true
        await until({ !settings.mayNotify }, on: place.clock)
        #expect(settings.notificationText?.english.hasPrefix("iOS does not let Halo show notifications.") == true)
        await until({ environment.settings.current.notifies }, within: .seconds(5), on: place.clock)
      }
    }
  }

  private static func settle(_ place: ModelFixture) async { try? await place.clock.sleep(for: .seconds(2)) }
}
