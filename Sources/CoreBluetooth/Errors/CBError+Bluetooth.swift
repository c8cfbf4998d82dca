import Foundation
import HaloBluetooth

extension BluetoothError {
  /// The error in Core Bluetooth's format. ``description`` becomes its localized description.
  var bridged: any Error {
    switch reason {
    case .attribute(let code): attribute(Int(code))
    case .notPermitted:
      switch operation {
      case .read: attribute(CBATTError.readNotPermitted.rawValue)
      case .write: attribute(CBATTError.writeNotPermitted.rawValue)
      default: attribute(CBATTError.requestNotSupported.rawValue)
      }
    case .attributeNotFound: attribute(CBATTError.attributeNotFound.rawValue)
    case .tooLong: attribute(CBATTError.invalidAttributeValueLength.rawValue)
    case .bondRefused: attribute(CBATTError.insufficientAuthentication.rawValue)
    case .subscribeInstead: error(.invalidParameters)
    case .timedOut: error(.connectionTimeout)
    case .disconnected: error(operation == .connect ? .connectionFailed : .peripheralDisconnected)
    case .radio: error(.notConnected)
    case .refused, .inUse: error(operation == .connect ? .connectionFailed : .unknown)
    }
  }

  private func attribute(_ code: Int) -> CBATTError { CBATTError(_nsError: foundationError(CBATTErrorDomain, code)) }

  private func error(_ code: CBError.Code) -> CBError {
    CBError(_nsError: foundationError(CBErrorDomain, code.rawValue))
  }

  private func foundationError(_ domain: String, _ code: Int) -> NSError {
    NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: description])
  }
}
