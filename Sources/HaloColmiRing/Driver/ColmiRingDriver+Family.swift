public import HaloWearables

extension ColmiRingDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "colmi-ring", name: "COLMI ring", kind: .ring, searchWords: searchWords,
    liveQuantities: [.heartRate, .oxygenSaturation, .heartRateVariability, .stress], rawSearchWords: searchWords,
    abilities: [
      .init("heart-rate", "Heart rate"), .init("spo2", "SpO₂"), .init("hrv", "HRV"),
      .init("stress", "Stress"), .init("sleep", "Sleep and its stages, as the ring estimates them"),
      .init("steps", "Steps, distance and energy"), .init("week", "Keep a week by itself"),
    ],
    inabilities: [
      .init("alarm", "Wake you", reason: "It has no vibration motor or buzzer."),
      .init("ecg", "Record an electrocardiogram", reason: "It has only optical sensors."), .places,
    ])

  private static let searchWords = "a COLMI ring (named R02_… to R22_…, or a sibling such as H59_…)"

  /// Decodes frames with the conversation reader.
  public static var frameDecoder: (any FrameDecoder.Type)? { ColmiRing.Conversation.self }
  /// Decodes captured traffic with an app.
  public static var conversation: (any ConversationReader.Type)? { ColmiRing.Conversation.self }

  /// Rings seldom advertise their service, and are recognized by their name and the company identifier 0x1234, which is
  /// not assigned. No filter by the service or by the company alone: a ring that two filters find may be listed twice.
  public static let pickerDescriptors = (models + siblings).map {
    PickerDescriptor("COLMI \($0)", company: 0x1234, namePart: "\($0)_")
  }
}
