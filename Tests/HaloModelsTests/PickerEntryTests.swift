import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import Testing

@Suite("What the iPhone's picker finds")
struct PickerEntryTests {
  @Test(arguments: PickerEntry.all(.bundled))
  func `its driver matches what a picker item finds, and every family has an item`(entry: PickerEntry) throws {
    let registry = DriverRegistry.bundled
    #expect(Set(registry.drivers.map { $0.family }) == Set(PickerEntry.all(registry).map(\.family)))
    let driver = try #require(registry.driver(entry.family.id))
    let found = Advertisement(
      device: DeviceID("A1"), name: entry.namePart.map { "\($0)A1B2" }, services: entry.service.map { [$0] } ?? [],
      manufacturerData: entry.company.map { [$0: [1, 2]] } ?? [:])
    #expect(driver.match(found) != nil)
    // Apple demands a second identifier beside a company.
    #expect(entry.service != nil || entry.namePart != nil)
    // The system may list a device that two items find twice, or under a random one.
    #expect(PickerEntry.all(registry).filter { Self.finds($0, found) } == [entry])
  }

  @Test(
    arguments: [
      ("R02_A1B2", nil, 0x1234), ("COLMI R10_0F0F", nil, 0x1234), ("R11C_77AA", nil, 0x1234), ("H59_0001", nil, 0x1234),
      ("Polar H10 1", 0x180D, nil), ("KS-HD-R1", 0x1826, nil),
    ] as [(String, BluetoothUUID?, UInt16?)])
  func `exactly one item finds a device`(name: String, service: BluetoothUUID?, company: UInt16?) {
    let found = Advertisement(
      device: DeviceID("A2"), name: name, services: service.map { [$0] } ?? [],
      manufacturerData: company.map { [$0: [1]] } ?? [:])
    #expect(PickerEntry.all(.bundled).filter { Self.finds($0, found) }.count == 1)
  }

  private static func finds(_ entry: PickerEntry, _ device: Advertisement) -> Bool {
    (entry.service.map { device.services.contains($0) } ?? true)
      && (entry.company.map { device.manufacturerData[$0] != nil } ?? true)
      && (entry.namePart.map { device.name?.contains($0) == true } ?? true)
  }
}
