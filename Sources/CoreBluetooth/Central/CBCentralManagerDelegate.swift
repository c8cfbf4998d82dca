public import Foundation

/// Receives the results of a central manager's scans and connections, on the manager's queue.
///
/// All methods but the first are optional. **A misspelled method is never called, and the compiler does not warn.**
public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// The radio's state is known or has changed. In states below `poweredOn`, scans have stopped and links have ended,
  /// without any other call.
  func centralManagerDidUpdateState(_ central: CBCentralManager)

  /// The state of an earlier launch is restored. Called before any other method. See the keys
  /// `CBCentralManagerRestoredState…`.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

  /// A scan found a device. Retain the peripheral to use it. `RSSI` is 127 if unknown.
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber)

  /// The device connected.
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

  /// Connecting failed. A device that does not answer is not a failure: the manager keeps waiting for it.
  func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

  /// The link ended; `error` is `nil` if the app ended it. If this is implemented, the other method is not called, as
  /// by iOS 17 and later.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

  /// The link ended; `isReconnecting` is true if it reconnects automatically. Called only if the other method is not
  /// implemented, whatever Apple's documentation says.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
    isReconnecting: Bool, error: (any Error)?)

  /// A registered device connected or disconnected.
  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral)

  /// Never called, because Apple's notification service does not exist here.
  func centralManager(_ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
}

extension CBCentralManagerDelegate {
  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {}

  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {}

  /// Calls the method with a timestamp.
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    centralManager(
      central, didDisconnectPeripheral: peripheral, timestamp: Date().timeIntervalSinceReferenceDate,
      isReconnecting: peripheral.isReconnecting, error: error)
  }

  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
    isReconnecting: Bool, error: (any Error)?
  ) {}

  /// Does nothing.
  public func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral
  ) {}

  /// Does nothing.
  public func centralManager(_ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral) {}
}
