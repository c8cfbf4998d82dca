public import Foundation
import HaloBluetooth

/// The UUID of a service, characteristic or descriptor: 16, 32 or 128 bits. The short forms of a UUID equal its long one.
open class CBUUID: NSObject, NSCopying {
  let value: BluetoothUUID

  init(_ value: BluetoothUUID) { self.value = value }

  /// Creates a UUID from its text form: `180D`, `0x180D`, eight digits, or 36 characters, in either case.
  ///
  /// Any other text stops the program with a message that contains the text. Apple's framework raises an exception,
  /// which Swift cannot catch. Validate UUIDs from outside the program beforehand.
  public init(string theString: String) {
    guard let value = BluetoothUUID(theString) else {
      preconditionFailure("CBUUID(string:): '\(theString)' is not a UUID of 16, 32 or 128 bits.")
    }
    self.value = value
  }

  /// Creates a UUID from 2, 4 or 16 bytes, most significant first. Any other number of bytes stops the program, as
  /// in Apple's framework.
  public init(data theData: Data) {
    let digits = theData.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    guard let value = BluetoothUUID(digits.joined()) else {
      preconditionFailure("CBUUID(data:): \(theData.count) bytes are not a UUID, which has 2, 4 or 16 bytes.")
    }
    self.value = value
  }

  /// The same UUID.
  public init(nsuuid theUUID: UUID) {
    let bytes = theUUID.uuid
    func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    value = BluetoothUUID(
      high: number([bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]),
      low: number([bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]))
  }

  /// The bytes in the shortest form, most significant first: 2, 4 or 16.
  open var data: Data {
    switch width {
    case 2, 4:
      let short = UInt32(truncatingIfNeeded: value.high >> 32)
      return Data((0..<width).reversed().map { UInt8(truncatingIfNeeded: short >> UInt32($0 * 8)) })
    default:
      return Data(
        [value.high, value.low].flatMap { half in
          (0..<8).reversed().map { UInt8(truncatingIfNeeded: half >> UInt64($0 * 8)) }
        })
    }
  }

  /// The text in the shortest form, in upper case: `180D`, eight digits, or 36 characters.
  open var uuidString: String {
    switch width {
    case 4:
      let digits = String(value.high >> 32, radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - digits.count) + digits
    default: return value.description
    }
  }

  /// The number of bytes in the shortest form.
  private var width: Int {
    if value.short != nil { return 2 }
    let base = BluetoothUUID(0)
    return value.low == base.low && value.high & 0xFFFF_FFFF == base.high & 0xFFFF_FFFF ? 4 : 16
  }

  open override var description: String { uuidString }
  open override var hash: Int { value.hashValue }
  open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.value == value }
  /// Returns this object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
