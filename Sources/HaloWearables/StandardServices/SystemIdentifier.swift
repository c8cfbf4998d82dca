/// The System ID of a device (0x2A23).
///
/// ```
/// 12 34 56 FF FE 9A BC DE
/// 0–4            5–7
/// 0–4 manufacturer-defined identifier · 5–7 organizationally unique identifier (OUI), both little-endian
/// ```
public struct SystemIdentifier: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    guard value.count >= 8 else { return nil }
    self.value = value
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("manufacturer", hexadecimal: [UInt8](value[..<5].reversed()))
    fields.field("organization", hexadecimal: [UInt8](value[5..<8].reversed()))
    fields.field("type", "systemIdentifier")
  }
}

/// The vendor and product of a device (PnP ID, 0x2A50).
///
/// ```
/// 01 6B 00 1A 00 09 03
/// 0  1–2   3–4   5–6
/// 0 source of the vendor number: 1 Bluetooth SIG, 2 USB Implementers Forum · 1–2 vendor · 3–4 product · 5–6 version
/// ```
public struct ProductIdentifier: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  /// The source of the vendor number: 1 for the Bluetooth SIG, 2 for the USB Implementers Forum.
  public let source: Int
  /// The vendor number.
  public let vendor: Int
  /// The vendor's product number.
  public let product: Int
  /// The product's version.
  public let version: Int

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = ByteReader(value)
    guard value.count >= 7, let source = reader.unsigned(1), let vendor = reader.unsigned(2),
      let product = reader.unsigned(2), let version = reader.unsigned(2)
    else { return nil }
    self.value = value
    self.source = source
    self.vendor = vendor
    self.product = product
    self.version = version
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("product", product)
    fields.field("source", source)
    fields.field("type", "productIdentifier")
    fields.field("vendor", vendor)
    fields.field("version", version)
  }
}
