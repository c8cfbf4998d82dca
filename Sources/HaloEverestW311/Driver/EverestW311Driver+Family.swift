extension EverestW311Driver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "everest-w311", name: Phrase("Everest W311 watch"), kind: .watch, searchWords: Phrase("a watch (W311…)"),
    liveQuantities: [.heartRate, .steps],
    abilities: [
      .init("heart-rate", Phrase("Heart rate")), .init("steps", Phrase("Steps, distance and energy")),
      .init("sleep", Phrase("Sleep, as the watch estimates it")),
      .init("alarm", Phrase("Wake you: 'halo alarm' sets alarms")),
    ], inabilities: [.places], logs: ["history": Phrase("history")],
    caution: Phrase("Support is based on documents only and is not verified on a real watch: docs/everest-w311.md."))

  /// Decodes frames with the conversation reader.
  public static var frameDecoder: (any FrameDecoder.Type)? { EverestW311.Conversation.self }

  /// Decodes captured traffic with an app.
  public static var conversation: (any ConversationReader.Type)? { EverestW311.Conversation.self }

  /// Filters for the iPhone's accessory picker, most specific first.
  public static let pickerDescriptors = [
    PickerDescriptor(Phrase("Everest W311"), service: EverestW311.GATT.advertisedService, namePart: "W311")
  ]
}
