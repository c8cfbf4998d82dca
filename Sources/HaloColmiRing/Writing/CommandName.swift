extension ColmiRing {
  /// The names of commands that Halo does not send, in the vendor's SDK and in analyses of apps. The reaction of firmware
  /// without the feature is not known.
  enum CommandName {
    /// Returns the known facts about a command that is not a ``Request``, or about arguments that no request has.
    static func phrase(of command: UInt8) -> Phrase {
      if let name = names[command] {
        return Phrase("Command \(Hexadecimal.code(command)) belongs to: \(name). Its effect on this ring is not known.")
      }
      return Message.packetForms.contains { $0.command == command }
        ? Phrase("Halo sends command \(Hexadecimal.code(command)) with other arguments only.")
        : Phrase("There are no known facts about command \(Hexadecimal.code(command)).")
    }

    /// Returns the known facts about big data that are not a ``Request``, or about a payload that no request has.
    static func phrase(ofBigData id: UInt8) -> Phrase {
      if let name = bigDataNames[id] {
        return Phrase("Big data \(Hexadecimal.code(id)) belong to: \(name). Their effect on this ring is not known.")
      }
      return BigDataForm.of(id) == nil
        ? Phrase("There are no known facts about big data \(Hexadecimal.code(id)).")
        : Phrase("Halo sends big data \(Hexadecimal.code(id)) with other payloads only.")
    }

    private static let bigDataNames: [UInt8: Phrase] = [
      0x12: Phrase("steps by the hour"), 0x20: Phrase("places"), 0x29: Phrase("contacts"), 0x2C: Phrase("alarms"),
      0x2D: Phrase("contacts"), 0x2E: Phrase("the Bluetooth address"), 0x2F: Phrase("pictures"), 0x30: Phrase("files"),
      0x3A: Phrase("the display"), 0x47: Phrase("blood sugar"), 0x48: Phrase("places"),
      0x49: Phrase("SpO₂ measured by hand"), 0x4A: Phrase("pictures"), 0x4C: Phrase("notifications"),
      0x54: Phrase("satellite positions"), 0x5F: Phrase("SpO₂ at intervals"), 0x75: Phrase("heart rate at intervals"),
    ]

    private static let names: [UInt8: Phrase] = {
      let rows: [(name: Phrase, codes: [UInt8])] = [
        (Phrase("gestures"), [0x05, 0x09]), (Phrase("do not disturb"), [0x06]),
        (Phrase("blood pressure"), [0x0C, 0x0D, 0x0E, 0x14]), (Phrase("pairing, or the light"), [0x10]),
        (Phrase("the display"), [0x12, 0x18, 0x19, 0x1B, 0x1F, 0x29, 0x2A, 0x3D, 0x3F]),
        (Phrase("sport records"), [0x13]), (Phrase("weather"), [0x1A]), (Phrase("music"), [0x1D]),
        (Phrase("finding the phone"), [0x22]), (Phrase("alarms"), [0x23, 0x24]),
        (Phrase("reminders"), [0x25, 0x26, 0x27, 0x28, 0x51, 0x5B]), (Phrase("menstruation"), [0x2B]),
        (Phrase("satellite positions"), [0x30]), (Phrase("pictures"), [0x32]), (Phrase("telephone calls"), [0x33]),
        (Phrase("ultraviolet light"), [0x3E, 0x7D]), (Phrase("SpO₂ measured by hand"), [0x49]),
        (Phrase("prayer times"), [0x52]), (Phrase("SpO₂ at intervals"), [0x5F]),
        (Phrase("notifications"), [0x60, 0x61, 0x72]), (Phrase("places"), [0x74]), (Phrase("battery saving"), [0x76]),
        (Phrase("praise goals"), [0x7B]), (Phrase("the user's number"), [0x7C]), (Phrase("the model's name"), [0x9E]),
        (Phrase("hidden status"), [0xA0]), (Phrase("a health reading"), [0xC1]),
        (Phrase("vibration"), [0xC7]),
      ]
      return Dictionary(uniqueKeysWithValues: rows.flatMap { row in row.codes.map { ($0, row.name) } })
    }()
  }
}
