import CoreBluetooth
import Foundation

extension BluetoothError.Reason {
  /// Maps a Core Bluetooth error. The numbers are those of Apple (`CBError.Code`) and of the attribute protocol.
  init(_ error: any Error) {
    let error = error as NSError
    switch (error.domain, error.code) {
    case (CBATTErrorDomain, let code): self = .attribute(code: UInt8(clamping: code))
    // Not connected, connection timed out, device disconnected, canceled, unknown device.
    case (CBErrorDomain, 3), (CBErrorDomain, 5), (CBErrorDomain, 6), (CBErrorDomain, 7), (CBErrorDomain, 12):
      self = .disconnected
    // The device has deleted the bond, or encryption timed out.
    case (CBErrorDomain, 14), (CBErrorDomain, 15): self = .bondRefused
    default: self = .refused(error.localizedDescription)
    }
  }

  /// Returns true if another attempt to connect may succeed, because only this attempt failed.
  static func isRetryable(_ error: (any Error)?) -> Bool {
    guard let error = error.map({ $0 as NSError }), error.domain == CBErrorDomain else { return true }
    // Unknown, connection timed out, device disconnected, connection failed.
    return [0, 6, 7, 10].contains(error.code)
  }
}
