import HaloBluetooth
import HaloColmiRing
import HaloSimulatedRadio
@testable import HaloVirtualDevices

/// A ring that replays the captured answers of a real ring, with its timing.
struct RecordedColmiRing: VirtualPeripheral {
  /// A captured request and answer.
  struct Exchange: Sendable {
    /// The first bytes of the request.
    let request: [UInt8]
    /// The answer, one element per notification.
    let answer: [[UInt8]]
  }

  /// The ring's advertisement and attributes.
  let profile: PeripheralProfile
  private let exchanges: [Exchange]
  private let revisions: [BluetoothUUID: String]

  /// A ring with these exchanges; the first match is used. Requests without a match get no answer.
  init(name: String, hardware: String, firmware: String, exchanges: [Exchange]) {
    self.exchanges = exchanges
    revisions = [.hardwareRevision: hardware, .firmwareRevision: firmware]
    profile = PeripheralProfile(
      device: DeviceID("C3:48:9A:00:00:12"), name: name, services: VirtualColmiRing.services,
      acceptsBonding: false)
  }

  /// Returns the hardware or firmware revision.
  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    guard let text = revisions[characteristic.uuid] else { throw AttributeError(code: 0x02) }
    return [UInt8](text.utf8)
  }

  /// Answers the requests of one connection.
  func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      for (inlet, outlet) in [
        (ColmiRing.GATT.commandWrite, ColmiRing.GATT.commandNotify),
        (ColmiRing.GATT.bigDataWrite, ColmiRing.GATT.bigDataNotify),
      ] {
        group.addTask { await self.serve(link, from: inlet, to: outlet) }
      }
      await group.waitForAll()
    }
  }

  private func serve(_ link: VirtualLink, from inlet: BluetoothUUID, to outlet: BluetoothUUID) async {
    var pace = RingPace(seed: 12)
    for await write in await link.writes(to: inlet) {
      guard let exchange = exchanges.first(where: { write.starts(with: $0.request) }) else { continue }
      do {
        try await link.clock.sleep(for: pace.latency())
        for (index, frame) in exchange.answer.enumerated() {
          if index > 0 { try await link.clock.sleep(for: pace.spacing()) }
          await link.notify(frame, on: outlet)
        }
      } catch {
        return
      }
    }
  }
}
