/// A thermometer's measurement (0x2A1C), or its intermediate value (0x2A1E).
///
/// ```
/// 06 6C 01 00 FF E9 07 01 0F 0E 1E 2D 02
/// 0  1–4         then depending on the flags
/// 0 flags: bit 0 in °F, otherwise °C · 1–4 temperature, FLOAT · bit 1 date and time · bit 2 site
/// ```
public struct TemperatureMeasurement: MessageFields, Hashable {
  /// The characteristic of the value.
  public enum Kind: String, Sendable, CaseIterable {
    /// A completed measurement.
    case temperature
    /// An intermediate value of a running measurement.
    case intermediateTemperature
  }

  /// The characteristic of the value.
  public let kind: Kind
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  public let temperature: MedicalFloat
  /// The time on the device's clock.
  public let time: DateTime?
  /// The site on the body: 1 armpit, 2 body, 3 ear, 4 finger, 5 bowels, 6 mouth, 7 rectum, 8 toe, 9 eardrum.
  public let site: Int?
  package let end: FlaggedReader.End

  /// True for degrees Fahrenheit, false for Celsius.
  public var isFahrenheit: Bool { flags.has(bit: 0) }

  /// Decodes a value; `nil` if it is too short.
  public init?(_ kind: Kind, value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let bits = reader.unsigned(4) else { return nil }
    self.kind = kind
    self.value = value
    self.flags = UInt8(flags)
    temperature = MedicalFloat(bits: UInt32(bits))
    time = reader.dateTime(if: self.flags.has(bit: 1))
    site = reader.unsigned(1, if: self.flags.has(bit: 2))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    let sites: [StaticString] = [
      "armpit", "body", "ear", "finger", "bowels", "mouth", "rectum", "toe", "eardrum",
    ]
    if !isFahrenheit { fields.field("celsius", ifPresent: temperature.decimal) }
    fields.field("dateTime", ifPresent: time)
    if isFahrenheit { fields.field("fahrenheit", ifPresent: temperature.decimal) }
    if let site, (1...sites.count).contains(site) { fields.field("site", sites[site - 1]) }
    fields.ending(end)
    fields.field("type", kind.rawValue)
  }
}
