import CoreBluetooth
import Testing

struct CBUUIDTests {
  @Test(arguments: [
    ("180d", "180D"), ("0x1826", "1826"), ("0X2A37", "2A37"), ("0000180D-0000-1000-8000-00805F9B34FB", "180D"),
    ("0000180D", "180D"), ("12345678", "12345678"), ("0abcdef0", "0ABCDEF0"),
    ("12345678-0000-1000-8000-00805f9b34fb", "12345678"),
    ("6e40fff0-b5a3-f393-e0a9-e50e24dcca9e", "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E"),
  ])
  func `parses either case and prints the shortest form`(text: String, printed: String) {
    #expect(CBUUID(string: text).uuidString == printed)
    #expect(CBUUID(string: text).description == printed)
  }

  @Test func `short and long forms are equal, also as dictionary keys`() {
    let short = CBUUID(string: "2A19")
    let long = CBUUID(string: "00002A19-0000-1000-8000-00805F9B34FB")
    #expect(short == long)
    #expect([short: 1][long] == 1)
    #expect(short != CBUUID(string: "2A1A"))
  }

  @Test func `data has the shortest form in big-endian order and survives a round trip`() {
    #expect(CBUUID(string: "180D").data == Data([0x18, 0x0D]))
    #expect(CBUUID(string: "12345678").data == Data([0x12, 0x34, 0x56, 0x78]))
    let long = CBUUID(string: "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E")
    #expect(long.data.count == 16 && long.data.prefix(2) == Data([0x6E, 0x40]))
    for uuid in [CBUUID(string: "180D"), CBUUID(string: "12345678"), long] { #expect(CBUUID(data: uuid.data) == uuid) }
  }

  @Test func `converts Foundation's UUIDs`() throws {
    let uuid = try #require(UUID(uuidString: "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E"))
    #expect(CBUUID(nsuuid: uuid).uuidString == uuid.uuidString)
    let short = try #require(UUID(uuidString: "0000180D-0000-1000-8000-00805F9B34FB"))
    #expect(CBUUID(nsuuid: short) == CBUUID(string: "180D"))
  }

  @Test func `an invalid UUID text terminates the program, like Apple's exception`() async {
    await #expect(processExitsWith: .failure) { _ = CBUUID(string: "18 0D") }
    await #expect(processExitsWith: .failure) { _ = CBUUID(data: Data([1, 2, 3])) }
  }

  @Test func `standard descriptors have their assigned numbers`() {
    #expect(CBUUID(string: CBUUIDClientCharacteristicConfigurationString).uuidString == "2902")
    #expect(CBUUID(string: CBUUIDCharacteristicUserDescriptionString).uuidString == "2901")
    #expect(CBUUID(string: CBUUIDL2CAPPSMCharacteristicString).data.count == 16)
  }
}
