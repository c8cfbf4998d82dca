import Foundation
import HaloBluetooth

/// A descriptor of a characteristic, valid for the link on which it was discovered.
open class CBDescriptor: CBAttribute {
  private struct State {
    weak var characteristic: CBCharacteristic?
    var value: Any?
  }

  private let state: LockedValue<State>

  init(_ uuid: BluetoothUUID, of characteristic: CBCharacteristic) {
    state = LockedValue(State(characteristic: characteristic))
    super.init(uuid: CBUUID(uuid))
  }

  /// The descriptor's characteristic.
  open weak var characteristic: CBCharacteristic? { state.withLock { $0.characteristic } }

  /// The last value that was read: an `NSNumber` for extended properties and configurations, a `String` for a
  /// description, otherwise `Data`.
  open var value: Any? { state.withLock { $0.value } }

  /// Sets the value from the bytes that were read.
  func set(bytes: [UInt8]) {
    let value: Any =
      switch uuid.value.short {
      case 0x2900, 0x2902, 0x2903:
        NSNumber(value: bytes.prefix(2).reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) })
      case 0x2901: String(decoding: bytes, as: UTF8.self)
      default: Data(bytes)
      }
    state.withLock { $0.value = value }
  }
}
