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
    guard let value = BluetoothUUID(theData.map { String(hexadecimal: $0, width: 2) }.joined()) else {
      preconditionFailure("CBUUID(data:): \(theData.count) bytes are not a UUID, which has 2, 4 or 16 bytes.")
    }
    self.value = value
  }

  /// The same UUID.
  public convenience init(nsuuid theUUID: UUID) { self.init(string: theUUID.uuidString) }

  /// The bytes in the shortest form, most significant first: 2, 4 or 16.
  open var data: Data {
    let bytes = value.high.bigEndianBytes + value.low.bigEndianBytes
    return Data(width == 16 ? bytes[...] : bytes[4 - width..<4])
  }

  /// The text in the shortest form, in upper case: `180D`, eight digits, or 36 characters.
  open var uuidString: String {
    width == 4 ? String(hexadecimal: value.high >> 32, width: 8, uppercase: true) : value.description
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
