import HaloWearables

extension Metric {
  /// The weight on a kitchen scale, in grams.
  public static let grams = Metric(
    "grams", unit: Unit("g", digits: 1, imperial: .init("oz", factor: 0.035274)),
    title: Phrase("Weight on the scale", in: .scale), values: -10_000...10_000)
}

/// The driver of the kitchen scale KS-1.
public struct ScaleDriver: NotifyingDevice, Actionable {
  /// The names and abilities of the family.
  public static let family = WearableFamily(
    id: "kitchen-scale", name: Phrase("kitchen scale", in: .scale),
    searchAdvice: Phrase("The scale sleeps until something is put on it.", in: .scale), isWorn: false,
    liveQuantities: [.grams])
  /// The decoder's name and version.
  public static let decoderName = "kitchen-scale/1"
  /// The scale's own service.
  public static let service: BluetoothUUID = 0xFFB0
  /// The characteristic for commands.
  public static let command: BluetoothUUID = 0xFFB1
  /// The characteristic of the weight.
  public static let weight: BluetoothUUID = 0xFFB2

  /// The weight: bit 0 of byte 0 is 1 when it is stable, bytes 1 and 2 are half grams (signed, low byte first).
  public static let values = [
    NotifiedValue(weight, .grams, bytes: 1..<3) { bytes in
      guard bytes.count == 3, bytes[0] & 1 == 1 else { return nil }
      return Double(Int16(bitPattern: UInt16(bytes[1]) | UInt16(bytes[2]) << 8)) / 2
    }
  ]

  /// The link to the scale.
  public let link: DeviceLink

  /// Creates a driver of a connected scale.
  public init(link: DeviceLink) { self.link = link }

  /// What a person can ask the scale to do.
  public static let actions = [DeviceAction("tare", Phrase("Tare", in: .scale))]

  /// Sets the weight to 0.
  public func perform(_ request: ActionRequest) async throws -> Phrase? {
    try await link.write([0x01], to: Self.command)
    return Phrase("The scale shows 0 g.", in: .scale)
  }
}
