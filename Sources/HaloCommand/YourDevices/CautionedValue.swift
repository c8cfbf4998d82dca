/// A value from a device, with the caution of its driver.
struct CautionedValue<Value: Sendable>: Sendable {
  let value: Value
  /// The family's caution about the reliability of the value; `nil` for a verified driver.
  let caution: Phrase?

  init(_ value: Value, of driver: any Wearable) {
    self.value = value
    caution = type(of: driver).family.caution
  }

  /// True if the driver was verified on a real device.
  var isVerified: Bool { caution == nil }

  /// The caution as a separate line; empty for a verified driver.
  var cautionLine: String { caution.map { $0.text + "\n" } ?? "" }
}
