extension ColmiRing {
  /// A frame that Halo never sends to any ring, because it is known to be dangerous on some firmware.
  ///
  /// The table is the second line of defense: what is not a ``Request`` is not sent unasked anyway. `docs/colmi-ring.md`
  /// contains it; a test compares them.
  struct ForbiddenFrame: Sendable {
    /// The commands, or the ids of big data.
    let codes: ClosedRange<UInt8>
    /// The next byte of a command; `nil` if all are forbidden.
    let second: Set<UInt8>?
    /// The effect, after the frame's name.
    let effect: Phrase
    /// The firmware that is known to do it.
    let firmware: Phrase
    /// Where the fact comes from.
    let source: Phrase
    /// What to do instead.
    let advice: Phrase

    /// Returns the forbidden frame of which a value has the first bytes; `nil` for other values.
    static func of(_ value: [UInt8]) -> ForbiddenFrame? {
      guard let first = value.first else { return nil }
      let second = value.dropFirst().first
      guard first == BigData.mark else {
        return commands.first { frame in
          frame.codes.contains(first) && frame.second?.isDisjoint(with: value.dropFirst().prefix(1)) != true
        }
      }
      return second.flatMap { id in bigData.first { $0.codes.contains(id) } }
    }

    /// Returns why a value that begins with this frame is not written.
    func refusal(of value: [UInt8]) -> Phrase {
      let isBigData = value.first == BigData.mark
      let code = Hexadecimal.code(value[isBigData ? 1 : 0])
      let name =
        isBigData
        ? Phrase("Big data \(code)")
        : second == nil ? Phrase("Command \(code)") : Phrase("Command \(code) \(Hexadecimal.code(value[1]))")
      return Phrase("\(name) \(effect). \(advice) Firmware: \(firmware); source: \(source).")
    }

    private static func row(
      _ codes: ClosedRange<UInt8>, second: Set<UInt8>? = nil, _ effect: Phrase, _ firmware: Phrase, _ source: Phrase,
      _ advice: Phrase = Phrase("Halo never sends it.")
    ) -> ForbiddenFrame {
      ForbiddenFrame(
        codes: codes, second: second, effect: effect, firmware: firmware, source: source, advice: advice)
    }

    private static let all = Phrase("all")
    private static let h59ma = Phrase(verbatim: "H59MA")
    private static let sdk = Phrase("the vendor's SDK")
    private static let analysis = Phrase("OpenWatch's analysis of the firmware")

    /// The forbidden commands.
    static let commands = [
      row(
        Instruction.powerOff.command...Instruction.powerOff.command, Phrase("turns off a ring"), all, sdk,
        Phrase("Use 'halo power-off', which asks first.")),
      row(
        0x0F...0x0F, Phrase("starts a firmware update, and the ring no longer works if that is interrupted"), all,
        sdk),
      row(0x20...0x20, Phrase("changes a ring's calibration"), all, sdk),
      row(0x2E...0x2E, Phrase("starts a firmware update"), all, sdk),
      row(0x54...0x54, Phrase("turns off a ring's Bluetooth until the ring is charged"), all, sdk),
      row(0x81...0x81, Phrase("writes to a ring's flash memory"), h59ma, analysis),
      row(0x90...0x9C, Phrase("switches a ring between its factory modes"), h59ma, analysis),
      row(
        0xA1...0xA1, second: [0x01, 0x06], Phrase("resets a ring's calibration, or turns the ring off"),
        Phrase(verbatim: "RT, H59MA"),
        analysis),
      row(0xA1...0xA1, second: [0x03], Phrase("turns off a ring at once"), h59ma, analysis),
      row(0xBF...0xBF, Phrase("writes to any address of a ring's memory"), h59ma, analysis),
      row(0xC0...0xC0, Phrase("reads any address of a ring's memory"), h59ma, analysis),
      row(0xC3...0xC3, Phrase("controls the firmware update"), h59ma, analysis),
      row(0xC5...0xC5, Phrase("sets hidden flags of a ring"), h59ma, analysis),
      row(0xC6...0xC6, Phrase("restores and restarts a ring"), h59ma, analysis),
      row(0xC8...0xC8, Phrase("sets hidden flags of a ring"), h59ma, analysis),
      row(0xC9...0xCA, Phrase("is a factory test"), all, Phrase("open clients")),
      row(0xCD...0xCD, Phrase("reads any address of a ring's memory"), h59ma, analysis),
      row(0xCE...0xCE, Phrase("is a factory test"), h59ma, analysis),
      row(0xFE...0xFE, Phrase("stores an invented night in a ring"), h59ma, analysis),
      row(
        Instruction.factoryReset.command...Instruction.factoryReset.command, Phrase("erases a ring"), all, sdk,
        Phrase("Use 'halo factory-reset', which asks first.")),
    ]

    /// The forbidden big data.
    static let bigData = [
      row(0x01...0x07, Phrase("belongs to the firmware update"), all, sdk),
      row(0x21...0x24, Phrase("belongs to the firmware update"), all, sdk),
      row(0x31...0x39, Phrase("belongs to the firmware update"), all, sdk),
      row(0x41...0x46, Phrase("reads and deletes a ring's files"), h59ma, analysis),
      row(0x5A...0x5A, Phrase("rewrites a ring's name and Bluetooth address"), h59ma, analysis),
      row(0x61...0x61, Phrase("belongs to the firmware update"), h59ma, analysis),
      row(0x80...0x82, Phrase("reads and deletes recordings and e-books"), Phrase("siblings"), sdk),
    ]
  }
}
