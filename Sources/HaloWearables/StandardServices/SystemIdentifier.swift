/// What identifies a device beyond its address (0x2A23).
///
/// ```
/// 12 34 56 FF FE 9A BC DE
/// 0–4            5–7
/// 0–4 manufacturer's own number · 5–7 number of the organization (OUI), both little-endian
/// ```
public struct SystemIdentifier: CharacteristicMessage {
  public let value: [UInt8]

  public init?(value: [UInt8]) {
    guard value.count >= 8 else { return nil }
    self.value = value
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("manufacturer", hexadecimal: [UInt8](value[..<5].reversed()))
    fields.field("organization", hexadecimal: [UInt8](value[5..<8].reversed()))
    fields.field("type", "systemIdentifier")
  }
}

/// Who made a product, and which it is (PnP ID, 0x2A50).
///
/// ```
/// 01 6B 00 1A 00 09 03
/// 0  1–2   3–4   5–6
/// 0 who numbers the makers: 1 Bluetooth SIG, 2 USB forum · 1–2 maker · 3–4 product · 5–6 version
/// ```
public struct ProductIdentifier: CharacteristicMessage {
  /// Who numbers the makers: 1 for the Bluetooth SIG, 2 for the USB forum.
  public let source: Int
  /// The maker.
  public let vendor: Int
  /// The product.
  public let product: Int
  /// Its version.
  public let version: Int
  private let trailing: [UInt8]

  public init?(value: [UInt8]) {
    var reader = ByteReader(value)
    guard value.count >= 7, let source = reader.unsigned(1), let vendor = reader.unsigned(2),
      let product = reader.unsigned(2), let version = reader.unsigned(2)
    else { return nil }
    (self.source, self.vendor, self.product, self.version) = (source, vendor, product, version)
    trailing = reader.rest()
  }

  public var value: [UInt8] {
    var bytes = [UInt8(source)]
    for number in [vendor, product, version] { bytes.append(littleEndian: number, width: 2) }
    return bytes + trailing
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("product", product)
    fields.field("source", source)
    fields.field("type", "productIdentifier")
    fields.field("vendor", vendor)
    fields.field("version", version)
  }
}
