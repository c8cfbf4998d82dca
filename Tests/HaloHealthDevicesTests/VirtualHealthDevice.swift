import HaloBluetooth
import HaloSimulatedRadio
import HaloVirtualDevices
import Synchronization

/// A scale, cuff, thermometer or oximeter that sends some values when it is subscribed to, one a second.
final class VirtualHealthDevice: VirtualPeripheral {
  let profile: PeripheralProfile
  private let characteristic: BluetoothUUID
  private let turnsOff: Bool
  private let clock: [UInt8]?
  private let state: Mutex<[[UInt8]]>

  /// A device with one service. `clock` is its current time; with `turnsOff`, it disconnects after its last value.
  init(
    _ service: BluetoothUUID, _ characteristic: BluetoothUUID, _ values: [[UInt8]], clock: [UInt8]? = nil,
    turnsOff: Bool = false
  ) {
    (self.characteristic, self.turnsOff, self.clock) = (characteristic, turnsOff, clock)
    state = Mutex(values)
    profile = PeripheralProfile(
      device: DeviceID("5C:A1:E0:00:00:01"), name: "Scale", advertisedServices: [service],
      services: [
        Service(service, from: 0x10, [(characteristic, .indicate)]),
        Service(0x1805, from: 0x20, clock == nil ? [] : [(0x2A2B, .read)]),
        Service(0x180F, from: 0x30, [(0x2A19, .read)]),
      ])
  }

  /// What it sends over the next links.
  func setValues(_ values: [[UInt8]]) { state.withLock { $0 = values } }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    switch characteristic.uuid {
    case 0x2A2B: clock ?? []
    case 0x2A19: [77]
    default: throw AttributeError(code: 0x02)
    }
  }

  func serve(_ link: VirtualLink) async {
    await link.waitUntilSubscribed(to: characteristic)
    for value in state.withLock({ $0 }) {
      guard (try? await link.clock.sleep(for: .seconds(1))) != nil else { return }
      await link.notify(value, on: characteristic)
    }
    if turnsOff, (try? await link.clock.sleep(for: .seconds(1))) != nil { await link.drop() }
  }
}
