import HaloTesting
import HaloColmiRing
import HaloHeartRateMonitor

#if os(Linux)
  import AccessorySetupKit
  import CoreBluetooth
  import Foundation
  import HaloAppleRadio
  import HaloBluetooth
  import HaloDrivers
  import HaloJournal
  import HaloModels
  import HaloReports
  import HaloSimulatedRadio
  import HaloVirtualDevices
  import HaloWearables
  import Testing

  /// Runs the sources of the iPhone app: AccessorySetupKit selects, Core Bluetooth connects, over the simulated radio.
  @Suite("A ring selected through AccessorySetupKit")
  @MainActor
  struct AccessorySetupPickerTests {
    private var kinds: [PickedKind] {
      let descriptor = ASDiscoveryDescriptor()
      descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(0x1234)
      descriptor.bluetoothNameSubstring = "R12_"
      let other = ASDiscoveryDescriptor()
      other.bluetoothServiceUUID = CBUUID(string: "180D")
      return [
        PickedKind(
          family: HeartRateMonitorDriver.family.id,
          item: ASPickerDisplayItem(name: "Strap", productImage: UIImage(), descriptor: other)),
        PickedKind(
          family: ColmiRingDriver.family.id,
          item: ASPickerDisplayItem(name: "COLMI ring", productImage: UIImage(), descriptor: descriptor)),
      ]
    }

    private static func stage(
      _ chooser: ScriptedChooser,
      _ body: @escaping @Sendable @MainActor (ModelFixture, ModelEnvironment) async throws -> Void
    ) async throws {
      try await ModelFixture.run { place in
        try await CBCentralManager.withCentral(place.radio, clock: place.clock) {
          try await ASAccessorySession.withChooser(
            chooser, storingIn: place.folder.url.appending(path: "accessories.json")
          ) {
            // Apple's radio works on its own queue, which does not hold the clock: advance the clock in small steps.
            let ticking = Task(executorPreference: TaskScope.executor) {
              while (try? await place.clock.sleep(for: .milliseconds(2))) != nil {}
            }
            defer { ticking.cancel() }
            try await body(
              place,
              ModelEnvironment(
                journal: place.environment.journal, radio: AppleRadio(clock: place.clock), registry: .bundled,
                driver: place.environment.driver))
          }
        }
      }
    }

    @Test func `is connected, synced, restored at the next launch, and removed`() async throws {
      let kinds = kinds
      try await Self.stage(.first) { place, environment in
        let first = RingSessionManager(environment, picker: AccessorySetupPicker(kinds: kinds))
        try await running({ await first.run() }) {
          await until({ first.canAdd }, on: place.clock)
          #expect(first.currentRing == nil)
          first.add()
          await until({ first.battery != nil }, on: place.clock)
          #expect(first.currentRing?.family == "colmi-ring")
          #expect(first.currentRing?.name == "COLMI ring")
          #expect(first.hardwareRevision == "RT11CR_V1.0")
          let sync = SyncModel(environment)
          await sync.sync(days: 1)
          #expect(sync.words.english == "COLMI ring is synced.")
        }
        let second = RingSessionManager(environment, picker: AccessorySetupPicker(kinds: kinds))
        try await running({ await second.run() }) {
          await until({ second.currentRing != nil }, on: place.clock)
          #expect(second.currentRing?.family == "colmi-ring")
          second.connect()
          await until({ second.link == .ready }, on: place.clock)
          second.remove()
          await until({ second.currentRing == nil }, on: place.clock)
          #expect(second.problem == nil)
        }
        let kept = try environment.journal.devices()
        #expect(kept.isEmpty)
        let third = RingSessionManager(environment, picker: AccessorySetupPicker(kinds: kinds))
        try await running({ await third.run() }) {
          await until({ third.canAdd }, on: place.clock)
          #expect(third.currentRing == nil && third.accessories.isEmpty)
        }
      }
    }

    @Test func `closing the system's list is not an error`() async throws {
      let kinds = kinds
      try await Self.stage(.cancelling) { place, environment in
        let manager = RingSessionManager(environment, picker: AccessorySetupPicker(kinds: kinds))
        try await running({ await manager.run() }) {
          await until({ manager.canAdd }, on: place.clock)
          manager.add()
          await until({ manager.picker == .shown }, on: place.clock)
          await until({ manager.canAdd }, on: place.clock)
          try await place.clock.sleep(for: .seconds(1))
          #expect(manager.problem == nil && manager.currentRing == nil)
        }
      }
    }

    @Test func `an accessory's kind follows from its descriptor, otherwise from its name`() {
      func descriptor(_ service: String? = nil, _ company: UInt16 = 0, _ part: String? = nil) -> ASDiscoveryDescriptor {
        let descriptor = ASDiscoveryDescriptor()
        descriptor.bluetoothServiceUUID = service.map { CBUUID(string: $0) }
        descriptor.bluetoothCompanyIdentifier = ASBluetoothCompanyIdentifier(company)
        descriptor.bluetoothNameSubstring = part
        return descriptor
      }
      func kind(_ family: String, _ name: String, _ descriptor: ASDiscoveryDescriptor) -> PickedKind {
        PickedKind(
          family: family, item: ASPickerDisplayItem(name: name, productImage: UIImage(), descriptor: descriptor))
      }
      let kinds = [
        kind("ring", "R02", descriptor(nil, 0x1234, "R02_")), kind("ring", "R03", descriptor(nil, 0x1234, "R03_")),
        kind("watch", "Watch", descriptor("180D", 0, "W311")), kind("strap", "Strap", descriptor("180D")),
      ]
      func family(_ descriptor: ASDiscoveryDescriptor, _ name: String = "Anna's") -> String? {
        PickedKind.kind(of: descriptor, named: name, among: kinds)?.family
      }
      #expect(family(descriptor(nil, 0x1234, "R03_")) == "ring")
      #expect(family(descriptor(nil, 0x1234)) == "ring")
      #expect(family(descriptor("180D")) == "strap")
      #expect(family(descriptor("0000180D-0000-1000-8000-00805F9B34FB")) == "strap")
      #expect(family(descriptor("180D", 0, "W311")) == "watch")
      #expect(family(descriptor(), "Watch") == "watch")
      #expect(family(descriptor()) == nil)
      #expect(family(descriptor("1826")) == nil)
    }

    @Test func `a picker that was not activated throws an error`() async throws {
      let picker = AccessorySetupPicker(kinds: [])
      await #expect(throws: PickerError.notReady) { try await picker.show() }
      await #expect(throws: PickerError.notReady) {
        try await picker.remove(Accessory(device: DeviceID("x"), name: "x", family: "colmi-ring"))
      }
    }
  }
#endif
