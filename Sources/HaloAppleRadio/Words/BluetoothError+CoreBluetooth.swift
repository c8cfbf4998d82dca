import CoreBluetooth
import Foundation
import HaloBluetooth

extension BluetoothError.Reason {
  /// What an error of Core Bluetooth means. Numbers are Apple's (`CBError.Code`) and the attribute protocol's.
  init(_ error: any Error) {
    let error = error as NSError
    switch (error.domain, error.code) {
    case (CBATTErrorDomain, let code): self = .attribute(code: UInt8(clamping: code))
    // Not connected, connection timed out, the device disconnected, cancelled, unknown device.
    case (CBErrorDomain, 3), (CBErrorDomain, 5), (CBErrorDomain, 6), (CBErrorDomain, 7), (CBErrorDomain, 12):
      self = .disconnected
    // The device has forgotten the bond, or did not encrypt in time.
    case (CBErrorDomain, 14), (CBErrorDomain, 15): self = .bondRefused
    default: self = .refused(error.localizedDescription)
    }
  }

  /// Whether another attempt to connect may do better: the attempt itself failed, and nothing says that the next must.
  static func isWorthAnotherAttempt(_ error: (any Error)?) -> Bool {
    guard let error = error.map({ $0 as NSError }), error.domain == CBErrorDomain else { return true }
    // Unknown, connection timed out, the device disconnected, connection failed.
    return [0, 6, 7, 10].contains(error.code)
  }
}
