import HaloTesting
import AccessorySetupKit
import CoreBluetooth
import Foundation
import HaloBluetooth
import HaloSimulatedRadio
import Testing

@Suite("The accessory picker")
struct PickerTests {
  private static let address = "C0:00:00:00:00:01"

  @Test func `a choice sends events in Apple's order on the app's queue, then completes`() async throws {
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "accessoryAdded My beacon", "pickerDidDismiss", "= well",
        ])
      let accessory = try #require(stage.session.accessories.first)
      #expect(stage.session.accessories.count == 1)
      #expect(accessory.state == .authorized)
      #expect(accessory.descriptor.bluetoothServiceUUID == CBUUID(string: "FFF0"))
    }
  }

  @Test func `closing the picker cancels it`() async throws {
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.cancelling) { stage in
      // A picker decides when something was found.
      let error = await stage.pick([.beacon()])
      #expect(error?.code == .userCancelled)
      #expect(stage.calls == ["activated", "pickerDidPresent", "pickerDidDismiss", "= userCancelled"])
      #expect(stage.session.accessories.isEmpty)
    }
  }

  @Test func `Core Bluetooth retrieves a chosen device by its identifier`() async throws {
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      let identifier = try #require(stage.session.accessories.first?.bluetoothIdentifier)
      let manager = CBCentralManager(delegate: nil, queue: nil)
      #expect(manager.retrievePeripherals(withIdentifiers: [identifier]).map(\.identifier) == [identifier])
    }
  }

  @Test func `Core Bluetooth knows the name of a chosen device before a scan, also in the next launch`() async throws {
    let folder = try TemporaryFolder()
    @Sendable func name(_ stage: PickerStage) -> String? {
      let manager = CBCentralManager(delegate: nil, queue: nil)
      let identifiers = stage.session.accessories.compactMap(\.bluetoothIdentifier)
      return manager.retrievePeripherals(withIdentifiers: identifiers).first?.name
    }
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, in: folder) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      #expect(name(stage) == "Beacon")
    }
    try await PickerStage.with([], ScriptedChooser.first, in: folder) { stage in #expect(name(stage) == "Beacon") }
  }

  @Test func `changes of two sessions of a program are both kept, such as a name that one of them set`() async throws {
    let folder = try TemporaryFolder()
    let chooser = ScriptedChooser(naming: "Ada's") { $0.first.map { .pick($0.id) } ?? .wait }
    let devices = [Beacon(Self.address), Beacon("C0:00:00:00:00:02")]
    try await PickerStage.with(devices, chooser, in: folder) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      // This session reads the first accessory now and misses the later rename.
      let other = ASAccessorySession()
      let queue = DispatchQueue(label: "another part")
      other.activate(on: queue) { _ in }
      try await stage.session.renameAccessory(try #require(stage.session.accessories.first))
      let known = try #require(other.accessories.first)
      #expect(known.displayName == "My beacon")
      let descriptor = known.descriptor
      descriptor.bluetoothNameSubstring = "Beacon"
      try await other.updateAuthorization(for: known, descriptor: descriptor)
      try await other.showPicker(for: [.beacon("Another")])
      #expect(other.accessories.map(\.displayName) == ["Ada's", "Another"])
      other.invalidate()
    }
    try await PickerStage.with([], chooser, in: folder) { stage in
      #expect(stage.session.accessories.map(\.displayName) == ["Ada's", "Another"])
      #expect(stage.session.accessories.first?.descriptor.bluetoothNameSubstring == "Beacon")
    }
  }

  @Test func `simulated time stops while the app handles an event`() async throws {
    let chooser = ScriptedChooser { $0.first.map { .pick($0.id) } ?? .wait }
    try await PickerStage.with([Beacon(Self.address)], chooser, watchesTime: true) { stage in
      // Other simulated work runs all the while.
      let clock = stage.clock
      async let rest: Void = { for _ in 0..<10_000 { try await clock.sleep(for: .milliseconds(10)) } }()
      #expect(await stage.pick([.beacon { $0.supportedOptions = .bluetoothPairingLE }]) == nil)
      let accessory = try #require(stage.session.accessories.first)
      stage.session.removeAccessory(accessory) { _ in }
      try await rest
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "pickerSetupPairing", "accessoryAdded My beacon", "pickerDidDismiss",
          "= well", "accessoryRemoved My beacon",
        ])
    }
  }

  @Test func `accepts a program's own UIImage type`() {
    final class UIImage {}
    let item = ASPickerDisplayItem(name: "Ring", productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
    #expect(item.name == "Ring")
    #expect(item.productImage.name == nil)
  }

  @Test func `accessories of an earlier launch are present on activation and not offered again`() async throws {
    let folder = try TemporaryFolder()
    let identifier = try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, in: folder) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      return stage.session.accessories.first?.bluetoothIdentifier
    }
    try await PickerStage.with(
      [Beacon(Self.address), Beacon("C0:00:00:00:00:02")], ScriptedChooser.first, in: folder
    ) { stage in
      for await event in stage.events where event.eventType == .activated { break }
      let accessory = try #require(stage.session.accessories.first)
      #expect(accessory.bluetoothIdentifier == identifier && identifier != nil)
      #expect(accessory.displayName == "My beacon")
      #expect(await stage.pick([.beacon("Another")]) == nil)
      #expect(stage.session.accessories.map(\.displayName) == ["My beacon", "Another"])
      #expect(stage.session.accessories.last?.bluetoothIdentifier != identifier)
    }
  }

  @Test func `only its owner can read the file of accessories, and a damaged file is renamed`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "accessories.json")
    try Data("{ not JSON".utf8).write(to: file)
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, in: folder) { stage in
      #expect(stage.session.accessories.isEmpty)
      #expect(await stage.pick([.beacon()]) == nil)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let aside = try String(contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8)
    #expect(aside == "{ not JSON")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).count == 2)
  }

  @Test func `removes an accessory with an event, and refuses one that it does not have`() async throws {
    let folder = try TemporaryFolder()
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, in: folder) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      let accessory = try #require(stage.session.accessories.first)
      try await stage.session.removeAccessory(accessory)
      #expect(stage.calls.last == "accessoryRemoved My beacon")
      #expect(stage.session.accessories.isEmpty)
      let error = await #expect(throws: ASError.self) { try await stage.session.removeAccessory(accessory) }
      #expect(error?.code == .invalidRequest)
    }
    try await PickerStage.with([], ScriptedChooser.first, in: folder) { stage in
      #expect(stage.session.accessories.isEmpty)
    }
  }

  @Test func `an item can ask for a name, and a later new name is sent as a change`() async throws {
    let chooser = ScriptedChooser(naming: "Ada's") { $0.first.map { .pick($0.id) } ?? .wait }
    try await PickerStage.with([Beacon(Self.address)], chooser) { stage in
      let item = ASPickerDisplayItem.beacon()
      item.setupOptions = .rename
      #expect(await stage.pick([item]) == nil)
      try await stage.session.renameAccessory(try #require(stage.session.accessories.first))
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "pickerSetupRename", "accessoryAdded Ada's", "pickerDidDismiss", "= well",
          "accessoryChanged Ada's",
        ])
    }
  }

  @Test func `an item with pairing is bonded before it is added`() async throws {
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first) { stage in
      #expect(await stage.pick([.beacon { $0.supportedOptions = .bluetoothPairingLE }]) == nil)
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "pickerSetupPairing", "accessoryAdded My beacon", "pickerDidDismiss",
          "= well",
        ])
      #expect(await stage.medium.isBonded(DeviceID(Self.address)))
      #expect(await !stage.medium.isConnected(DeviceID(Self.address)))
    }
  }

  @Test func `setup fails with the reason if the device refuses to bond`() async throws {
    try await PickerStage.with([Beacon(Self.address, acceptsBonding: false)], ScriptedChooser.first) { stage in
      let error = await stage.pick([.beacon { $0.supportedOptions = .bluetoothPairingLE }])
      #expect(error?.code == .connectionFailed)
      #expect(error?.localizedDescription.contains("Pairing with Beacon") == true)
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "pickerSetupPairing", "pickerSetupFailed", "pickerDidDismiss",
          "= connectionFailed",
        ])
      #expect(stage.session.accessories.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `an app can confirm an accessory, and a rejected one is not stored`(isRight: Bool) async throws {
    let folder = try TemporaryFolder()
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, in: folder) { stage in
      let item = ASPickerDisplayItem.beacon()
      item.setupOptions = .confirmAuthorization
      let picker = stage.show([item])
      var awaiting: ASAccessory?
      for await event in stage.events where event.eventType == .accessoryAdded {
        awaiting = event.accessory
        break
      }
      let accessory = try #require(awaiting)
      #expect(accessory.state == .awaitingAuthorization)
      if isRight {
        try await stage.session.finishAuthorization(for: accessory, settings: .default)
      } else {
        try await stage.session.failAuthorization(for: accessory)
      }
      let code = await picker.error?.code
      #expect(code == (isRight ? nil : .connectionFailed))
      #expect(
        stage.calls.filter { !$0.hasPrefix("= ") }
          == (isRight
            ? [
              "activated", "pickerDidPresent", "accessoryAdded My beacon", "accessoryChanged My beacon",
              "pickerDidDismiss",
            ]
            : [
              "activated", "pickerDidPresent", "accessoryAdded My beacon", "accessoryRemoved My beacon",
              "pickerSetupFailed My beacon", "pickerDidDismiss",
            ]))
      #expect(stage.session.accessories.map(\.state) == (isRight ? [.authorized] : []))
    }
    try await PickerStage.with([], ScriptedChooser.first, in: folder) { stage in
      #expect(stage.session.accessories.count == (isRight ? 1 : 0))
    }
  }

  @Test func `a filtering app receives devices and selects those to show`() async throws {
    let devices = [
      Beacon(Self.address, name: "Beacon A", company: [7: [1]]), Beacon("C0:00:00:00:00:02", name: "Beacon B"),
    ]
    try await PickerStage.with(devices, ScriptedChooser.first) { stage in
      let settings = ASPickerDisplaySettings.default
      settings.options.insert(.filterDiscoveryResults)
      settings.discoveryTimeout = .unbounded
      stage.session.pickerDisplaySettings = settings
      let picker = stage.show([.beacon()])
      for await event in stage.events {
        guard event.eventType == .accessoryDiscovered, let found = event.accessory as? ASDiscoveredAccessory,
          found.bluetoothAdvertisementData?[CBAdvertisementDataLocalNameKey] as? String == "Beacon B"
        else { continue }
        #expect(found.bluetoothRSSI != nil)
        try await stage.session.updatePicker(
          showing: [ASDiscoveredDisplayItem(name: "The right one", productImage: UIImage(), accessory: found)])
        break
      }
      #expect(await picker.error == nil)
      #expect(stage.session.accessories.map(\.displayName) == ["The right one"])
      #expect(stage.calls.contains("accessoryDiscovered My beacon"))
    }
  }

  @Test func `the picker ends after the app's time limit`() async throws {
    try await PickerStage.with([], ScriptedChooser.first) { stage in
      let settings = ASPickerDisplaySettings.default
      settings.discoveryTimeout = .short
      stage.session.pickerDisplaySettings = settings
      let begin = stage.clock.now
      #expect(await stage.pick([.beacon()])?.code == .discoveryTimeout)
      #expect(begin.duration(to: stage.clock.now) >= .seconds(60))
    }
  }

  @Test func `the picker ends with the reason if the radio is off`() async throws {
    try await PickerStage.with([Beacon(Self.address)], ScriptedChooser.first, state: .poweredOff) { stage in
      let error = await stage.pick([.beacon()])
      #expect(error?.localizedDescription.contains("Bluetooth is turned off.") == true)
      #expect(stage.calls.suffix(2) == ["pickerDidDismiss", "= unknown"])
    }
  }

  @Test func `allows one picker at a time, none before activation and none after invalidation`() async throws {
    try await PickerStage.with([], ScriptedChooser.first) { stage in
      let first = stage.show([.beacon()])
      for await event in stage.events where event.eventType == .pickerDidPresent { break }
      #expect(await stage.pick([.beacon()])?.code == .pickerAlreadyActive)
      stage.session.invalidate()
      #expect(await first.error?.code == .invalidated)
      #expect(await stage.pick([.beacon()])?.code == .invalidated)
      #expect(stage.calls.contains("invalidated"))
      // No event follows the invalidation.
      #expect(!stage.calls.contains("pickerDidDismiss"))
      let error = await #expect(throws: ASError.self) {
        try await ASAccessorySession().showPicker(for: [.beacon()])
      }
      #expect(error?.code == .activationFailed)
    }
  }

  @Test func `mistakes that terminate the program on Apple systems are errors`() async throws {
    try await PickerStage.with([], ScriptedChooser.first) { stage in
      let wrong: [ASPickerDisplayItem] = [
        .beacon { $0.bluetoothServiceUUID = nil },
        .beacon {
          $0.bluetoothManufacturerDataBlob = Data([1])
          $0.bluetoothManufacturerDataMask = Data([1, 2])
        },
        .beacon {
          $0.ssid = "a"
          $0.ssidPrefix = "b"
        },
        .beacon {
          $0.bluetoothServiceUUID = nil
          $0.ssid = "a"
        },
        ASMigrationDisplayItem(name: "Old", productImage: UIImage(), descriptor: ASDiscoveryDescriptor()),
      ]
      for item in wrong { #expect(await stage.pick([item])?.code == .invalidRequest) }
      #expect(await stage.pick([])?.code == .invalidRequest)
      #expect(!stage.calls.contains("pickerDidPresent"))
    }
  }

  @Test func `migrates an earlier device to an accessory`() async throws {
    try await PickerStage.with([], ScriptedChooser.first) { stage in
      let item = ASMigrationDisplayItem(
        name: "Old one", productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
      item.peripheralIdentifier = UUID()
      #expect(await stage.pick([item]) == nil)
      #expect(
        stage.calls == [
          "activated", "pickerDidPresent", "accessoryAdded Old one", "migrationComplete", "pickerDidDismiss", "= well",
        ])
      #expect(stage.session.accessories.map(\.bluetoothIdentifier) == [item.peripheralIdentifier])
    }
  }

  @Test func `offers devices without advertised services if there are no others, and checks their services`()
    async throws
  {
    let silent = Beacon(Self.address, name: "Silent", services: [])
    try await PickerStage.with([silent], ScriptedChooser.first) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
      #expect(stage.session.accessories.count == 1)
    }
    let stranger = Beacon(Self.address, name: "Stranger", services: [], has: [0x1826])
    try await PickerStage.with([stranger], ScriptedChooser.first) { stage in
      let error = await stage.pick([.beacon()])
      #expect(error?.code == .connectionFailed)
      #expect(error?.localizedDescription.contains("Stranger (\(Self.address)) has no FFF0") == true)
      #expect(stage.session.accessories.isEmpty)
    }
    // If a device matches for certain, the others are not offered.
    try await PickerStage.with(
      [silent, Beacon("C0:00:00:00:00:02", name: "Certain")],
      ScriptedChooser { found in
        found.count > 1 ? .cancel : found.first.map { $0.name == "Certain" ? .pick($0.id) : .cancel } ?? .wait
      }
    ) { stage in
      #expect(await stage.pick([.beacon()]) == nil)
    }
  }
}
