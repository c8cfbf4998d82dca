extension ColmiRingDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "colmi-ring", name: Phrase("COLMI ring"), kind: .ring, searchWords: searchWords,
    liveQuantities: [.heartRate, .oxygenSaturation, .heartRateVariability, .stress],
    automaticQuantities: [.heartRate, .oxygenSaturation, .stress, .heartRateVariability, .skinTemperature],
    rawSearchWords: searchWords,
    abilities: [
      .init("heart-rate", Phrase("Heart rate")), .init("spo2", Phrase("SpO₂")), .init("hrv", Phrase("HRV")),
      .init("stress", Phrase("Stress")), .init("sleep", Phrase("Sleep and its stages, as the ring estimates them")),
      .init("steps", Phrase("Steps, distance and energy")), .init("week", Phrase("Keep a week by itself")),
    ],
    inabilities: [
      .init("alarm", Phrase("Wake you"), reason: Phrase("It has no vibration motor or buzzer.")),
      .init("ecg", Phrase("Record an electrocardiogram"), reason: Phrase("It has only optical sensors.")), .places,
    ],
    logs: [
      "spo2": Phrase("SpO₂"), "stress": Phrase("stress"), "hrv": Phrase("heart-rate variability"),
      "skin-temperature": Phrase("skin temperature"), "manual-heart-rate": Phrase("heart rate by hand"),
      "skin-temperature-intervals": Phrase("skin temperature at intervals"),
      "sleep-quarters": Phrase("sleep in quarter hours"), "praise-counts": Phrase("praise counts"),
    ])

  private static let searchWords = Phrase("a COLMI ring (named R02_… to R22_…, or a sibling such as H59_…)")

  /// Decodes frames with the conversation reader.
  public static var frameDecoder: (any FrameDecoder.Type)? { ColmiRing.Conversation.self }
  /// Decodes captured traffic with an app.
  public static var conversation: (any ConversationReader.Type)? { ColmiRing.Conversation.self }

  /// Rings seldom advertise their service, and are recognized by their name and the company identifier 0x1234, which is
  /// not assigned. No filter by the service or by the company alone: a ring that two filters find may be listed twice.
  public static let pickerDescriptors = (models + siblings).map {
    PickerDescriptor(Phrase(verbatim: "COLMI \($0)"), company: 0x1234, namePart: "\($0)_")
  }
}
