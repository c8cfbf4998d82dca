import Testing

@testable import HaloBluetooth

@Suite("Served devices")
struct ServedDeviceTests {
  private func device(
    name: String = "strap", services: [BluetoothUUID] = [], data: Int? = nil
  ) -> ServedDevice {
    ServedDevice(
      name: name, advertisedServices: services,
      manufacturerData: data.map { [0xFFFF: [UInt8](repeating: 0, count: $0)] } ?? [:], services: [])
  }

  @Test func `the size of an advertisement is checked before it is passed to the radio`() throws {
    let long: BluetoothUUID = try #require(BluetoothUUID("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E"))
    try device(name: String(repeating: "n", count: 29)).checkAdvertisement()
    try device(data: 24).checkAdvertisement()
    try device(services: [0x180D, 0x180F], data: 18).checkAdvertisement()
    try device(services: [long, 0x180D], data: 2).checkAdvertisement()
    for (device, maximum) in [
      (device(name: String(repeating: "n", count: 30)), 29), (device(name: String(repeating: "ä", count: 15)), 29),
      (device(data: 25), 28), (device(services: [0x180D, 0x180F], data: 19), 28),
      (device(services: [long, 0x180D], data: 3), 28), (device(services: [long, long]), 28),
    ] {
      #expect(throws: BluetoothError(.advertise, device: device.name, .tooLong(maximum: maximum))) {
        try device.checkAdvertisement()
      }
    }
  }

  @Test func `errors of the peripheral role include advice`() {
    let texts: [(BluetoothError, String)] = [
      (
        BluetoothError(.advertise, device: "Strap", .tooLong(maximum: 28)),
        """
        Advertising Strap: its name, or its services and manufacturer data, take more than 28 bytes. Use a shorter name, or \
        advertise fewer services and less data.
        """
      ),
      (
        BluetoothError(.advertise, device: "Strap", .refused("Maximum advertisements reached")),
        """
        Advertising Strap: the system's Bluetooth refused it (Maximum advertisements reached). Another program may already use \
        the adapter. Quit that program and try again.
        """
      ),
      (
        BluetoothError(.notify, device: "Strap", attribute: 0x2A38, .notPermitted(allowed: .read)),
        "Notifying 2A38 of Strap is not allowed; it can only be read. The device does not support this."
      ),
      (
        BluetoothError(.serve, device: "Strap", .radio(.poweredOff)),
        "Bluetooth is turned off. Turn Bluetooth on and try again."
      ),
    ]
    for (error, text) in texts { #expect("\(error)" == text) }
  }
}
