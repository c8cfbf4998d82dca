#if !canImport(Darwin)
  public import Foundation

  /// Who hears what becomes of a central manager's scans and connections, on the manager's queue.
  ///
  /// All but the first are optional. **A misspelt one is never called, and no compiler says so.**
  public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// The radio's state is known, or has changed. Below `poweredOn` scans have stopped and links have ended, without any other call.
    func centralManagerDidUpdateState(_ central: CBCentralManager)

    /// What an earlier launch had is taken up again; called before anything else. See the keys `CBCentralManagerRestoredState…`.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])

    /// A scan has seen a device. The peripheral must be retained by who wants to use it. `RSSI` is 127 where it is not known.
    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
      rssi RSSI: NSNumber)

    /// There is a link.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)

    /// No link came about. A device that does not answer is no failure: it is waited for.
    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)

    /// The link has ended; `error` is `nil` where that was asked for.
    func centralManager(
      _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)

    /// The link has ended, and whether it is made again by itself. Who implements this does not hear the other one.
    func centralManager(
      _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
      isReconnecting: Bool, error: (any Error)?)

    /// A device that was registered for was connected or disconnected.
    func centralManager(
      _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral)

    /// Never called: there is no Apple notification service here.
    func centralManager(_ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
  }

  extension CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

    public func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
      rssi RSSI: NSNumber
    ) {}

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

    public func centralManager(
      _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}

    public func centralManager(
      _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}

    public func centralManager(
      _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
      isReconnecting: Bool, error: (any Error)?
    ) {
      centralManager(central, didDisconnectPeripheral: peripheral, error: error)
    }

    public func centralManager(
      _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral
    ) {}

    public func centralManager(_ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral) {}
  }
#endif
