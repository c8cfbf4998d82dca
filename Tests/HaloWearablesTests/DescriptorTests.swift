import HaloBluetooth
import HaloDrivers
import HaloTesting
import HaloWearables
import Testing

@Suite("Values of descriptors")
struct DescriptorTests {
  private func line(_ value: [UInt8], of descriptor: BluetoothUUID) -> String {
    var lines = JSONLineWriter()
    DriverRegistry.bundled.message(value, of: descriptor).appendJSONLine(to: &lines)
    return String(decoding: lines.bytes.dropLast(), as: UTF8.self)
  }

  @Test func `decodes the presentation format: format, exponent and unit`() {
    #expect(
      line([0x04, 0x00, 0xAD, 0x27, 1, 0, 0], of: 0x2904)
        == #"{"exponent":0,"format":"uint8","type":"presentationFormat","unit":"%"}"#)
    #expect(
      line([0x0E, 0xFE, 0x2F, 0x27, 1, 0, 0], of: 0x2904)
        == #"{"exponent":-2,"format":"sint16","type":"presentationFormat","unit":"°C"}"#)
    #expect(
      line([0x77, 0x00, 0x34, 0x12, 1, 0, 0], of: 0x2904)
        == #"{"exponent":0,"format":"0x77","type":"presentationFormat","unit":"0x1234"}"#)
    #expect(line([0x04], of: 0x2904).contains("corrupt"))
  }

  @Test func `decodes the client configuration: notifications and indications`() {
    #expect(
      line([2, 0], of: 0x2902) == #"{"indications":true,"notifications":false,"type":"clientConfiguration"}"#)
    #expect(line([], of: 0x2902).contains("corrupt"))
  }
}
