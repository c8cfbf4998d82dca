extension ColmiRing {
  /// A difference between the firmware of rings. This is the only table of them; ``FirmwareProfile`` applies it to one
  /// ring.
  ///
  /// `docs/colmi-ring.md` contains the same table; a test compares them.
  public enum FirmwareQuirk: CaseIterable, Sendable {
    case rawStreamStop
    case accelerometerEncoding
    case resultTwo
    case resultOne
    case noBigData
    case silentBigData
    case intervalTemperature
    case temperatureSchedule
    case olderSleepRequest
    case olderHeartRate
    case bond
    case smallGoals
    case fixedFeatures
    case stressSetting

    /// The firmware that differs, and how Halo recognizes it.
    public var firmware: String { row.firmware }
    /// The behavior of that firmware.
    public var difference: String { row.difference }
    /// Halo's handling of it.
    public var handling: String { row.handling }
    /// The source of the fact.
    public var source: String { row.source }
    /// The beginning of a captured frame that shows the difference, in hexadecimal; `nil` if no capture is known.
    public var vector: String? { row.vector }

    private typealias Row = (firmware: String, difference: String, handling: String, source: String, vector: String?)

    private var row: Row {
      switch self {
      case .rawStreamStop:
        (
          "RT08 (R08)",
          "`A1 00` alone stops the raw stream, and is answered by `A1 FF 00`. R02 to R07 stop with `A1 02`, H59MA with `A1 05`.",
          "sends `A1 05` to H59MA and to rings that answer `A1 02` with `A1 FF`, otherwise `A1 02`, then `A1 00`; checks that no reading follows",
          "log of an R08_E600, analysis of H59MA firmware", nil
        )
      case .accelerometerEncoding:
        (
          "RT08; recognized by any low byte above 0F",
          "Acceleration has 16 bits and 8192 counts per g, not 12 bits and 512.",
          "determines the encoding once per stream", "captures of an R02 and an R08", "a1031fdafe35002f"
        )
      case .resultTwo:
        (
          "RT…; recognized by the hardware revision",
          "Result 2 of a live reading (`69`) means *not worn*, not *no data*.",
          "reads the hardware revision before a live measurement", "log of an R08_E600", nil
        )
      case .resultOne:
        (
          "RT08, for stress", "Result 1 means *complete* after a value was sent, not *not worn*.",
          "counts 1 as *not worn* only before the first stress score", "log of an R08_E600", nil
        )
      case .noBigData:
        (
          "RT08 3.10.46 (R08); recognized by its services", "There is no big-data service: no sleep, no SpO₂ history.",
          "syncs the rest, and names the missing logs", "log of an R08_E600", nil
        )
      case .silentBigData:
        (
          "RTL8762E (R03)", "Big data is never answered, and many commands are refused with EE.",
          "stops after three unanswered requests for two ids", "an open client (R03)", nil
        )
      case .intervalTemperature:
        (
          "bit 80 of byte 8 in `3C`", "Temperatures are in big data 77, one day each, not in 25.",
          "requests 77 instead of 25", "an open client that follows the vendor's app", nil
        )
      case .temperatureSchedule:
        (
          "RT…", "`3A 03 02 on` is acknowledged, but nothing is measured without the schedule `1E 05 0A 00`.",
          "sends the schedule; sends the short form if the long one is refused", "an open client", nil
        )
      case .olderSleepRequest:
        (
          "byte 9 of the answer to `01` is not 1",
          "Sleep is in quarter hours (`44`), or requested without the second payload byte 01.",
          "requests quarter hours, and without any night uses that form", "the vendor's SDK, open clients", nil
        )
      case .olderHeartRate:
        (
          "bit 01 of byte 12 in the answer to `01` is 0", "Live heart rate is command `1E`, which ends after a minute.",
          "tries `1E` first, then `69`; on other rings `69`, then `1E`", "open clients", nil
        )
      case .bond:
        (
          "bit 08 of byte 2 in `3C`; R09, R11, R12", "Some send no notifications before they are bonded.",
          "bonds if the ring is silent, otherwise after the first sync", "captures of an R12, an owner's R09",
          "3c008c27002880"
        )
      case .smallGoals:
        (
          "all known firmware", "A goal below 100 steps is acknowledged but not stored.",
          "reads each setting back, and reports what is not stored", "an open client", nil
        )
      case .fixedFeatures:
        (
          "H59MA; recognized by its revisions, or by this answer", "The answer to `3C` is a fixed block, not bits.",
          "reads no features from it: only the answer to `01` counts", "analysis of the firmware, capture of an H59MA",
          "3c00400080000000"
        )
      case .stressSetting:
        (
          "H59MA", "Command `38` is the setting of stress. There is no setting of HRV.",
          "reads and writes stress with `38`, and writes no HRV setting", "analysis of the firmware", nil
        )
      }
    }

    /// The whole table in Markdown.
    public static var markdown: String {
      let rows = allCases.map { quirk in
        [
          quirk.firmware, quirk.difference, quirk.handling, quirk.source,
          quirk.vector.map { "`\($0)…`" } ?? "no capture",
        ]
      }
      let head = ["firmware", "difference", "what Halo does", "source", "vector"]
      return ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
        .joined(separator: "\n")
    }
  }
}
