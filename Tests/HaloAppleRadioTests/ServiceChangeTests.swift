import HaloAppleRadio
import HaloBluetooth
import HaloSimulatedRadio
import Synchronization
import Testing

@Suite("A device whose services change during a connection")
struct ServiceChangeTests {
  @Test(.timeLimit(.minutes(10)))
  func `keeps existing subscriptions`() async throws {
    let device = ChangingDevice()
    let received = try await AppleTestbed.withRadio(device) { testbed in
      try await testbed.radio.withConnection(to: testbed.firstAdvertisement("changing"), timeout: .seconds(60)) {
        connection in
        let pulse = try #require(try await connection.services().characteristic(0x2A37, in: 0xFFE0))
        var values = try await connection.notifications(of: pulse).makeAsyncIterator()
        await device.send(1)
        var received = [try await values.next()?.bytes]
        await device.change()
        for number: UInt8 in 2...3 {
          await device.send(number)
          received.append(try await values.next()?.bytes)
        }
        return received
      }
    }
    #expect(received == [[1], [2], [3]])
  }

  @Test(.timeLimit(.minutes(10)))
  func `answers reads during and after the change`() async throws {
    let device = ChangingDevice()
    let values = try await AppleTestbed.withRadio(device) { testbed in
      try await testbed.radio.withConnection(to: testbed.firstAdvertisement("changing"), timeout: .seconds(60)) {
        connection in
        let pulse = try #require(try await connection.services().characteristic(0x2A37, in: 0xFFE0))
        var values: [[UInt8]] = []
        for number in 0..<30 {
          async let value = connection.read(pulse)
          if number == 10 { await device.change() }
          values.append(try await value.bytes)
        }
        return values
      }
    }
    #expect(values == Array(repeating: [7], count: 30))
  }
}

/// A device with two services that loses one.
private final class ChangingDevice: VirtualPeripheral {
  private let services = Mutex([service(0xFFE0, 2), service(0xFFF0, 4)])
  private let link = Mutex<VirtualLink?>(nil)

  private static func service(_ uuid: BluetoothUUID, _ instance: Int) -> Service {
    Service(
      uuid: uuid,
      characteristics: [Characteristic(uuid: 0x2A37, service: uuid, instance: instance, properties: [.read, .notify])])
  }

  private static let generic = Service(
    uuid: 0x1801,
    characteristics: [Characteristic(uuid: 0x2A05, service: 0x1801, instance: 1, properties: .indicate)])

  var profile: PeripheralProfile {
    PeripheralProfile(
      device: DeviceID("C0:DE:00:00:00:04"), name: "changing", services: [Self.generic] + services.withLock { $0 })
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] { [7] }

  func serve(_ link: VirtualLink) async {
    self.link.withLock { $0 = link }
    await link.waitUntilEnded()
  }

  func change() async {
    services.withLock { $0 = [Self.service(0xFFE0, 2)] }
    await link.withLock { $0 }?.notify([1, 0, 0xFF, 0xFF], on: 0x2A05)
  }

  func send(_ number: UInt8) async { await link.withLock { $0 }?.notify([number], on: 0x2A37) }
}
