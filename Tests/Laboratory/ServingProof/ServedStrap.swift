import HaloBluetooth
import Synchronization

/// The served device: a heart-rate strap, and a service with every kind of attribute.
final class ServedStrap: AttributeHandler {
  static let measurement = Characteristic(uuid: 0x2A37, service: 0x180D, instance: 0, properties: .notify)
  static let location = Characteristic(uuid: 0x2A38, service: 0x180D, instance: 1, properties: .read)
  static let battery = Characteristic(uuid: 0x2A19, service: 0x180F, instance: 2, properties: [.read, .notify])
  static let long = own(0, .read, descriptors: [0x2901])
  static let log = own(1, [.write, .writeWithoutResponse])
  /// Fails with the error code that was last written to it.
  static let failing = own(2, [.read, .write])
  static let indicating = own(3, .indicate)
  /// Has no subscriber. bluetoothd itself subscribes to the battery level.
  static let neverSubscribed = own(4, .notify)

  static let device = ServedDevice(
    name: "Halo proof strap", advertisedServices: [0x180D], manufacturerData: [0xFFFF: [0x48, 0x41]],
    services: [
      Service(uuid: 0x180D, characteristics: [measurement, location]),
      Service(uuid: 0x180F, characteristics: [battery]),
      Service(uuid: uuid(0xFFFF), characteristics: [long, log, failing, indicating, neverSubscribed]),
    ])
  static let longValue = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  static let longName = [UInt8]("a value of 400 bytes, sent in several parts".utf8)

  private struct State {
    var written: [[UInt8]] = []
    var code: UInt8 = 0
    var centrals: Set<DeviceID> = []
  }

  private let state = Mutex(State())

  /// The written values, in order.
  var written: [[UInt8]] { state.withLock { $0.written } }
  /// Waits for that many writes, at most a minute: bluetoothd itself confirms writes to characteristics that allow
  /// writes without response.
  func waitForWrites(_ count: Int) async throws {
    for _ in 0..<6000 where written.count < count { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// The centrals that have sent a request.
  var centrals: Set<DeviceID> { state.withLock { $0.centrals } }

  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
    let code = state.withLock { state in
      state.centrals.insert(central)
      return state.code
    }
    switch characteristic {
    case Self.location: return [0x01]
    case Self.battery: return [87]
    case Self.long: return Self.longValue
    default: throw AttributeError(code: code)
    }
  }

  func read(
    descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) -> [UInt8] {
    Self.longName
  }

  func write(
    _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) {
    state.withLock { state in
      if characteristic == Self.log { state.written.append(value) } else { state.code = value.first ?? 0 }
    }
    if characteristic == Self.failing, value.count > 1 { throw AttributeError(code: value[1]) }
  }

  private static func own(
    _ number: Int, _ properties: Characteristic.Properties, descriptors: [BluetoothUUID] = []
  ) -> Characteristic {
    Characteristic(
      uuid: uuid(UInt16(number)), service: uuid(0xFFFF), instance: 10 + number, properties: properties,
      descriptors: descriptors)
  }

  private static func uuid(_ number: UInt16) -> BluetoothUUID {
    BluetoothUUID(high: 0x4861_6C6F_0000_4000 | UInt64(number) << 16, low: 0x8000_7072_6F6F_6673)
  }
}
