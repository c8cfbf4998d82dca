import HaloTesting
import GRDB
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloJournal

@Suite struct PairingTests {
  private static let address = DeviceID("C3:48:9A:00:00:77")
  private static let entries: [ImportedEntry] = [
    .sample(.heartRate, 60, start: Moment.noon, length: 0, .log),
    .sleep(.night, start: Moment.noon, stages: [.init(stage: .light, minutes: 60)]),
  ]

  /// A ring's advertisement.
  private func advertisement(_ device: DeviceID, name: String) -> Advertisement {
    Advertisement(
      device: device, name: name, services: [BluetoothUUID(high: 0x6E40_FFF0_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)],
      rssi: -50, isConnectable: true)
  }

  @Test(arguments: entries)
  func `imported data keeps its wearer when the device is paired`(_ entry: ImportedEntry) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try home.journal.keep(
        [entry], of: Self.address, name: "old ring", family: "import", wearer: "Ada", from: "file", at: Moment.noon
      )
      let advertisement = advertisement(Self.address, name: "R12_0077")
      let refusal = #expect(throws: JournalError.self) {
        try home.engine.pair(advertisement, name: nil, wearer: "Ben")
      }
      #expect(refusal == .otherWearer(device: "old ring", wearer: "Ada"))
      #expect("\(try #require(refusal))".contains("Pair it with --wearer Ada"))
      #expect(try home.journal.device(Self.address)?.wearer == "Ada")
      #expect(try home.engine.pair(advertisement, name: nil).wearer == "Ada")
    }
  }

  @Test(arguments: [
    "INSERT INTO total (device, day, steps, meters, kilocalories, minutes) VALUES (1, '2026-11-12', 1, 1, 1, 1)",
    """
    INSERT INTO workout (wearer, kind, start, offset, length, source, heart)
    VALUES ((SELECT id FROM wearer), 'walking', 0, 0, 1, 1, 1)
    """,
    """
    INSERT INTO session (id, device, purpose, begun, zone) VALUES (1, 1, 'raw', 0, 'UTC');
    INSERT INTO raw (session, sensor, start, offset, data) VALUES (1, 'ppg', 0, 0, x'00');
    """,
  ])
  func `a device changes its wearer only if it has no data`(_ sql: String) async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let ring = advertisement(home.device.identifier, name: "ring")
      #expect(try !home.journal.hasData(of: home.device))
      #expect(try home.engine.pair(ring, name: nil, wearer: "Ada").wearer == "Ada")
      #expect(try home.journal.wearers() == ["Ada"])
      try home.journal.write { try $0.execute(sql: sql) }
      #expect(try home.journal.hasData(of: home.device))
      #expect(throws: JournalError.otherWearer(device: "ring", wearer: "Ada")) {
        try home.engine.pair(ring, name: nil, wearer: "Ben")
      }
    }
  }

  @Test func `refuses a name that another device has, ignoring case`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let other = advertisement(Self.address, name: "R12_0077")
      #expect(throws: JournalError.nameTaken(name: "Ring")) { try home.engine.pair(other, name: "Ring") }
      let second = try home.engine.pair(other, name: "Left")
      #expect(throws: JournalError.nameTaken(name: "RING")) { try home.journal.rename(second, to: "RING") }
      // A device may change the case of its own name, and use the name of an unpaired device.
      try home.journal.rename(second, to: "LEFT")
      try home.journal.forget(home.device, withData: false, at: Moment.noon)
      try home.journal.rename(second, to: "ring")
      // The unpaired device is paired again: another device has its name now.
      let again = try home.engine.pair(advertisement(home.device.identifier, name: "R12_0001"), name: nil)
      #expect(again.name == "ring 2")
    }
  }

  @Test func `an advertised name that is in use gets the first free number`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let names = try (1...3).map { number in
        try home.engine.pair(advertisement(DeviceID("C3:48:9A:00:01:0\(number)"), name: "HRM"), name: nil).name
      }
      #expect(names == ["HRM", "HRM 2", "HRM 3"])
      #expect(
        try home.engine.pair(advertisement(DeviceID("C3:48:9A:00:01:02"), name: "HRM"), name: nil).name == "HRM 2",
        "paired again it keeps its name")
    }
  }
}
