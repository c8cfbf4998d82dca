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
    try await AppleTestbed.withRadio(device) { try await $0.firstAdvertisement("trial").device }
  }

  @Test func `connects to a device of an earlier launch without a scan`() async throws {
    let device = TrialDevice()
    let known = try await identifier(of: device)
    let value = try await AppleTestbed.withRadio(device) { testbed in
      try await testbed.radio.withConnection(to: known, label: "trial", timeout: .seconds(60)) {
        try await Link($0).read(ID.short)
      }
    }
    #expect(value == [1, 2, 3])
  }

  @Test func `scans for a device that the system does not know`() async throws {
    // Identifiers contain only addresses; this text is not an address.
    let device = TrialDevice(address: "somewhere")
    let identifier = try await identifier(of: device)
    let value = try await AppleTestbed.withRadio(device) { testbed in
      try await testbed.radio.withConnection(to: identifier, label: "trial", timeout: .seconds(60)) {
        try await Link($0).read(ID.short)
      }
    }
    #expect(value == [1, 2, 3])
  }

  @Test func `a connection without a timeout waits for the device`() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    let value = try await AppleTestbed.withRadio(nil) { testbed in
      async let value = testbed.radio.withConnection(waitingFor: identifier, label: "trial") {
        try await Link($0).read(ID.short)
      }
      try await testbed.medium.clock.sleep(for: .seconds(10))
      await testbed.medium.add(device)
      return try await value
    }
    #expect(value == [1, 2, 3])
  }

  @Test func `a request with a delay begins to connect after it, although the device is near`() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    try await AppleTestbed.withRadio(device) { testbed in
      let clock = testbed.medium.clock
      let begin = clock.now
      try await testbed.radio.withConnection(waitingFor: identifier, label: "trial", after: .seconds(90)) { _ in
        #expect(begin.duration(to: clock.now) >= .seconds(90))
      }
      // Without a delay it connects at once.
      let again = clock.now
      try await testbed.radio.withConnection(waitingFor: identifier, label: "trial") { _ in }
      #expect(again.duration(to: clock.now) < .seconds(60))
    }
  }

  @Test func `a released radio has ended its links, and works again at its next use`() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    try await AppleTestbed.withRadio(device) { testbed in
      try await testbed.radio.withConnection(to: identifier, label: "trial", timeout: .seconds(60)) { connection in
        async let loss = connection.waitForLoss()
        await testbed.radio.release()
        #expect(await loss != nil)
      }
      let value = try await testbed.radio.withConnection(to: identifier, label: "trial", timeout: .seconds(60)) {
        try await Link($0).read(ID.short)
      }
      #expect(value == [1, 2, 3])
    }
  }

  @Test func `canceling the task ends a connection attempt without a timeout`() async throws {
    let device = TrialDevice()
    let identifier = try await identifier(of: device)
    try await AppleTestbed.withRadio(nil) { testbed in
      let waiting = Task {
        try await testbed.radio.withConnection(waitingFor: identifier, label: "trial") { _ in }
      }
      try await testbed.medium.clock.sleep(for: .seconds(2))
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      // No pending attempt connects to the device later.
      await testbed.medium.add(device)
      try await testbed.medium.clock.sleep(for: .seconds(5))
      #expect(await !testbed.medium.isConnected(device.profile.device))
    }
  }

  @Test func `a second connection to a device waits for the end of the first`() async throws {
    let order = try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      let device = try await testbed.firstAdvertisement("trial").device
      let (events, tell) = AsyncStream<String>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (isThere, there) = AsyncStream<Void>.makeStream()
        group.addTask {
          try await testbed.radio.withConnection(to: device, label: "trial", timeout: .seconds(60)) { connection in
            tell.yield("first begins")
            there.finish()
            try await testbed.medium.clock.sleep(for: .seconds(5))
            _ = try await Link(connection).read(ID.short)
            tell.yield("first ends")
          }
        }
        for await _ in isThere {}
        group.addTask {
          try await testbed.radio.withConnection(to: device, label: "trial", timeout: .seconds(60)) { connection in
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

  @Test func `the late answer to a canceled read does not answer the next read`() async throws {
    try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      try await testbed.withTrial { link in
        for _ in 0..<20 {
          let reading = Task { try await link.read(ID.long) }
          try await testbed.medium.clock.sleep(for: .milliseconds(5))
          reading.cancel()
          _ = try? await reading.value
          #expect(try await link.read(ID.short) == [1, 2, 3])
        }
      }
    }
  }

  @Test
  func `sends writes without response in order, even if Core Bluetooth is not ready for them until the first one`()
    async throws
  {
    let tally = try await AppleTestbed.withRadio(TrialDevice(), refusesFirstWrite: true) { testbed in
      try await testbed.withTrial { link in
        for number: UInt8 in 0..<40 { try await link.write([number, 0], to: ID.commands, withResponse: false) }
        return try await link.read(ID.tally)
      }
    }
    #expect(tally == [40, 0, 1])
  }

  @Test func `turning the radio off ends all pending requests with its state`() async throws {
    try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      try await testbed.withTrial { link in
        let values = try await link.notifications(of: ID.numbers)
        let reads = (0..<10).map { _ in Task { try await link.read(ID.long) } }
        testbed.central.setState(.poweredOff)
        await #expect(throws: BluetoothError.self) { for try await _ in values {} }
        // Reads answered before may have their values.
        for read in reads { _ = await read.result }
        let late = await #expect(throws: BluetoothError.self) { try await link.read(ID.short) }
        #expect(late?.reason == .radio(.poweredOff))
        #expect(late?.device?.contains("Halo trial") == true)
      }
    }
  }

  @Test func `reports the loss of a link that the device ends, but not of one that this side ends`() async throws {
    let reasons = try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      let lost = try await testbed.withTrial { link in
        async let reason = link.connection.waitForLoss()
        try? await link.order(.drop)
        return await reason
      }
      let (ended, kept) = try await testbed.withTrial { link in
        (Task { await link.connection.waitForLoss() }, link)
      }
      return (lost, await ended.value, await kept.connection.waitForLoss())
    }
    #expect(reasons.0 == .disconnected)
    #expect(reasons.1 == nil)
    #expect(reasons.2 == nil)
  }

  @Test(arguments: [RadioState.poweredOff, .unauthorized, .unsupported])
  func `an unusable radio throws its state`(state: RadioState) async throws {
    try await AppleTestbed.withRadio(TrialDevice(), state: state) { testbed in
      #expect(await testbed.radio.state == state)
      let scan = await #expect(throws: BluetoothError.self) { _ = try await testbed.firstAdvertisement("trial") }
      #expect(scan?.reason == .radio(state))
      let connection = await #expect(throws: BluetoothError.self) {
        try await testbed.radio.withConnection(to: DeviceID("x"), label: "trial", timeout: .seconds(1)) { _ in }
      }
      #expect(connection?.reason == .radio(state))
      #expect(connection?.operation == .connect)
    }
  }

  @Test func `two concurrent scans each receive the advertisements of their filter`() async throws {
    try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      await testbed.medium.add(TrialDevice(address: "C0:DE:00:00:00:02", name: "Halo other"))
      let names = try await withThrowingTaskGroup(of: Set<String>.self) { group in
        group.addTask {
          var names: Set<String> = []
          for try await seen in testbed.radio.scan(ScanFilter(services: [ID.heartRate], name: "other")) {
            names.insert(seen.name ?? "")
            break
          }
          return names
        }
        group.addTask {
          var names: Set<String> = []
          for try await seen in testbed.radio.scan(ScanFilter()) {
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

  @Test func `takes over connections that the system kept from an earlier launch`() async throws {
    let device = TrialDevice()
    try await AppleTestbed.withRadio(device, restoreIdentifier: "halo") { testbed in
      let earlier = EarlierLaunch(restoreIdentifier: "halo")
      let identifier = await earlier.connect()
      await earlier.terminate()
      let restored = await testbed.radio.restoredDevices()
      #expect(restored.map(\.device.text) == [identifier.uuidString])
      let kept = try #require(restored.first)
      let value = try await testbed.radio.withConnection(waitingFor: kept.device, label: kept.name ?? "trial") {
        try await Link($0).read(ID.short)
      }
      #expect(value == [1, 2, 3])
    }
  }
}
