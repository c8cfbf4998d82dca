package import CoreBluetooth
import Dispatch
package import Foundation

/// An app with a link that the system terminates and launches again later.
package final class EarlierLaunch: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
  // Unchecked: all state is confined to its queue.
  private let queue = DispatchQueue(label: "earlier launch")
  private var manager: CBCentralManager?
  private var peripheral: CBPeripheral?
  private var connected: CheckedContinuation<UUID, Never>?
  private let name: String

  package init(restoreIdentifier: String) {
    name = restoreIdentifier
    super.init()
  }

  /// Connects to the first device found. Returns its identifier.
  package func connect() async -> UUID {
    let manager = CBCentralManager(
      delegate: self, queue: queue, options: [CBCentralManagerOptionRestoreIdentifierKey: name])
    return await withCheckedContinuation { continuation in
      nonisolated(unsafe) let manager = manager
      queue.async {
        self.manager = manager
        self.connected = continuation
        self.look()
      }
    }
  }

  /// Ends like a killed app, without disconnecting.
  package func terminate() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.peripheral = nil
        self.manager = nil
        continuation.resume()
      }
    }
  }

  private func look() {
    if manager?.state == .poweredOn, connected != nil { manager?.scanForPeripherals(withServices: nil) }
  }

  package func centralManagerDidUpdateState(_ central: CBCentralManager) { look() }

  package func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

  package func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    guard self.peripheral == nil else { return }
    self.peripheral = peripheral
    central.stopScan()
    central.connect(peripheral)
  }

  package func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    connected?.resume(returning: peripheral.identifier)
    connected = nil
  }
}
