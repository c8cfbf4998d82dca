import HaloBluetooth
import Testing

@Suite("UUIDs")
struct UUIDTests {
  @Test(arguments: [
    ("2A19", "2A19"), ("0x1826", "1826"), ("00002a19-0000-1000-8000-00805f9b34fb", "2A19"), ("0000180A", "180A"),
    ("6e40fff0-b5a3-f393-e0a9-e50e24dcca9e", "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E"),
    ("12345678", "12345678-0000-1000-8000-00805F9B34FB"),
  ])
  func `print assigned numbers in the short form`(text: String, printed: String) throws {
    let uuid = try #require(BluetoothUUID(text))
    #expect(uuid.description == printed)
    #expect(BluetoothUUID(printed) == uuid)
  }

  @Test func `are equal in their short and long forms`() {
    #expect(BluetoothUUID("00002a19-0000-1000-8000-00805f9b34fb") == 0x2A19)
    #expect(BluetoothUUID("2A19")?.short == 0x2A19)
    #expect(BluetoothUUID("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E")?.short == nil)
  }

  @Test(arguments: [
    "", "2A1", "2A19F", "zzzz", "6E40FFF0-B5A3-F393-E0A9", "-2A19", "6E40FFF0B-5A3-F393-E0A9-E50E24DCCA9E",
  ])
  func `cannot be parsed from other text`(text: String) {
    #expect(BluetoothUUID(text) == nil)
  }
}
