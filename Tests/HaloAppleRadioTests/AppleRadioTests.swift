import CoreBluetooth
import Foundation
import HaloAppleRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

@Suite("The Apple radio")
struct AppleRadioTests {
  private typealias ID = TrialDevice.ID

  /// Returns the system's identifier of the device.
  private func identifier(of device: TrialDevice) async throws -> DeviceID {
    try await Place.withRadio(device) { try await $0.hear("trial").device }
  }

  @Test("connects to a device of an earlier launch without a scan")
  func known() async throws {
    let device = TrialDevice()
    let known = try await identifier(of: device)
    let value = try await Place.withRadio(device) { place in
      try await place.radio.withConnection(to: known, label: "trial", timeout: .seconds(60)) {
        try await Link($0).read(ID.short)
      }
    }
    #expect(value == [1, 2, 3])
  }

  @Test("scans for a device that the system does not know")
  func unknown() async throws {
    // Identifiers contain only addresses; this text is not an address.
    let device = TrialDevice(address: "somewhere")
    let identifier = try await identifier(of: device)
    let value = try await Place.withRadio(device) { place in
      try await place.radio.withConnection(to: identifier, label: "trial", timeout: .seconds(60)) {
        try await Link($0).read(ID.short)
      }
    }
    #expect(value == [1, 2, 3])
  }

  @Test("a connection without a time-out waits for the device")
  func pending() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    let value = try await Place.withRadio(nil) { place in
      async let value = place.radio.withConnection(whenThereIs: identifier, label: "trial") {
        try await Link($0).read(ID.short)
      }
      try await place.air.clock.sleep(for: .seconds(10))
      await place.air.add(device)
      return try await value
    }
    #expect(value == [1, 2, 3])
  }

  @Test("canceling the task ends a connection attempt without a time-out")
  func givenUp() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    try await Place.withRadio(nil) { place in
      let waiting = Task {
        try await place.radio.withConnection(whenThereIs: identifier, label: "trial") { _ in }
      }
      try await place.air.clock.sleep(for: .seconds(2))
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      // No pending attempt connects to the device later.
      await place.air.add(device)
      try await place.air.clock.sleep(for: .seconds(5))
      #expect(await !place.air.isConnected(device.profile.device))
    }
  }

  @Test("a second connection to a device waits for the end of the first")
  func oneAtATime() async throws {
    let order = try await Place.withRadio(TrialDevice()) { place in
      let device = try await place.hear("trial").device
      let (events, tell) = AsyncStream<String>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (isThere, there) = AsyncStream<Void>.makeStream()
        group.addTask {
          try await place.radio.withConnection(to: device, label: "trial", timeout: .seconds(60)) { connection in
            tell.yield("first begins")
            there.finish()
            try await place.air.clock.sleep(for: .seconds(5))
            _ = try await Link(connection).read(ID.short)
            tell.yield("first ends")
          }
        }
        for await _ in isThere {}
        group.addTask {
          try await place.radio.withConnection(to: device, label: "trial", timeout: .seconds(60)) { connection in
            tell.yield("second begins")
            _ = try await Link(connection).read(ID.short)
          }
        }
        try await group.waitForAll()
      }
      tell.finish()
      return await events.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(order == ["first begins", "first ends", "second begins"])
  }

  @Test("the late answer to a canceled read does not answer the next read")
  func lateAnswer() async throws {
    try await Place.withRadio(TrialDevice()) { place in
      try await place.withTrial { link in
        for _ in 0..<20 {
          let reading = Task { try await link.read(ID.long) }
          try await place.air.clock.sleep(for: .milliseconds(5))
          reading.cancel()
          _ = try? await reading.value
          #expect(try await link.read(ID.short) == [1, 2, 3])
        }
      }
    }
  }

  @Test("sends writes without response in order, even if Core Bluetooth refuses them before the first one")
  func reluctance() async throws {
    let tally = try await Place.withRadio(TrialDevice(), isReluctant: true) { place in
      try await place.withTrial { link in
        for number: UInt8 in 0..<40 { try await link.write([number, 0], to: ID.commands, withResponse: false) }
        return try await link.read(ID.tally)
      }
    }
    #expect(tally == [40, 0, 1])
  }

  @Test("turning the radio off ends all pending requests with its state")
  func powerOff() async throws {
    try await Place.withRadio(TrialDevice()) { place in
      try await place.withTrial { link in
        let values = try await link.notifications(of: ID.numbers)
        let reads = (0..<10).map { _ in Task { try await link.read(ID.long) } }
        place.central.setState(.poweredOff)
        await #expect(throws: BluetoothError.self) { for try await _ in values {} }
        // Reads answered before may have their values.
        for read in reads { _ = await read.result }
        let late = await #expect(throws: BluetoothError.self) { try await link.read(ID.short) }
        #expect(late?.reason == .radio(.poweredOff))
        #expect(late?.device?.contains("Halo trial") == true)
      }
    }
  }

  @Test("reports the loss of a link that the device ends, but not of one that this side ends")
  func loss() async throws {
    let reasons = try await Place.withRadio(TrialDevice()) { place in
      let lost = try await place.withTrial { link in
        async let reason = link.connection.waitForLoss()
        try? await link.order(.drop)
        return await reason
      }
      let (ended, kept) = try await place.withTrial { link in
        (Task { await link.connection.waitForLoss() }, link)
      }
      return (lost, await ended.value, await kept.connection.waitForLoss())
    }
    #expect(reasons.0 == .disconnected)
    #expect(reasons.1 == nil)
    #expect(reasons.2 == nil)
  }

  @Test("an unusable radio throws its state", arguments: [RadioState.poweredOff, .unauthorized, .unsupported])
  func unusable(state: RadioState) async throws {
    try await Place.withRadio(TrialDevice(), state: state) { place in
      #expect(await place.radio.state == state)
      let scan = await #expect(throws: BluetoothError.self) { _ = try await place.hear("trial") }
      #expect(scan?.reason == .radio(state))
      let connection = await #expect(throws: BluetoothError.self) {
        try await place.radio.withConnection(to: DeviceID("x"), label: "trial", timeout: .seconds(1)) { _ in }
      }
      #expect(connection?.reason == .radio(state))
      #expect(connection?.operation == .connect)
    }
  }

  @Test("two concurrent scans each receive the advertisements of their filter")
  func sharedScan() async throws {
    try await Place.withRadio(TrialDevice()) { place in
      await place.air.add(TrialDevice(address: "C0:DE:00:00:00:02", name: "Halo other"))
      let names = try await withThrowingTaskGroup(of: Set<String>.self) { group in
        group.addTask {
          var names: Set<String> = []
          for try await seen in place.radio.scan(ScanFilter(services: [ID.heartRate], name: "other")) {
            names.insert(seen.name ?? "")
            break
          }
          return names
        }
        group.addTask {
          var names: Set<String> = []
          for try await seen in place.radio.scan(ScanFilter()) {
            names.insert(seen.name ?? "")
            if names.count == 2 { break }
          }
          return names
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(names) == [["Halo other"], ["Halo trial", "Halo other"]])
    }
  }

  @Test("takes over connections that the system kept from an earlier launch")
  func restored() async throws {
    let device = TrialDevice()
    try await Place.withRadio(device, restoreIdentifier: "halo") { place in
      let earlier = EarlierLaunch(restoreIdentifier: "halo")
      let identifier = try await earlier.connect()
      await earlier.die()
      let restored = await place.radio.restoredDevices()
      #expect(restored.map(\.device.text) == [identifier.uuidString])
      let kept = try #require(restored.first)
      let value = try await place.radio.withConnection(whenThereIs: kept.device, label: kept.name ?? "trial") {
        try await Link($0).read(ID.short)
      }
      #expect(value == [1, 2, 3])
    }
  }
}
