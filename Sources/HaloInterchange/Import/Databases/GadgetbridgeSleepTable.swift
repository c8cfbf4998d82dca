/// A table of sleep: its codes, and when the stage of a row ends. Sources: Gadgetbridge's generator of tables, and its
/// readers of them, such as GarminActivitySampleProvider and XiaomiSampleProvider.
struct GadgetbridgeSleepTable {
  /// The end of a row's stage.
  enum End {
    /// After so many milliseconds, or as many times them as DURATION says.
    case after(Int)
    /// At the time in a column.
    case at(String)
    /// With the next row (`step` 1), or the stage began with the row before and ends here (-1). A time in a column of
    /// another table stands for such a row.
    case row(step: Int, or: String, String)
  }

  let name: String
  let end: End
  /// The stages by STAGE or RAW_KIND, `nil` for sleep without one. Without codes, all rows are such sleep.
  var stages: [Int: SleepStage?] = [:]
  /// The stage of other codes.
  var other: SleepStage?

  static let all = [
    stages("COLMI", .after(60_000), [2: .light, 3: .deep, 4: .rem, 5: .awake]),
    stages("GENERIC", .after(60_000), [1: .deep, 2: .light, 3: .awake, 4: .rem]),
    stages("CMF", .after(1000), [1: .deep, 2: .light, 3: .rem], other: .awake),
    stages("HUAWEI", .after(60_000), [1: .light, 2: .rem, 3: .deep, 4: .awake, 5: nil]),
    stages(
      "GARMIN", .row(step: -1, or: "GARMIN_EVENT_SAMPLE", "TIMESTAMP"), [1: .awake, 2: .light, 3: .deep, 4: .rem]),
    stages(
      "XIAOMI", .row(step: 1, or: "XIAOMI_SLEEP_TIME_SAMPLE", "WAKEUP_TIME"), [2: .deep, 3: .light, 4: .rem, 5: .awake]),
    stages("MOYOUNG", .row(step: 1, or: "", ""), [0: .awake, 1: .light, 2: .deep, 3: .rem]),
    // The rows of these count only where those above have no stage.
    Self(name: "COLMI_SLEEP_SESSION_SAMPLE", end: .at("WAKEUP_TIME")),
    Self(name: "CMF_SLEEP_SESSION_SAMPLE", end: .at("WAKEUP_TIME")),
    Self(name: "XIAOMI_SLEEP_TIME_SAMPLE", end: .at("WAKEUP_TIME")),
    Self(name: "GARMIN_NAP_SAMPLE", end: .at("END_TIMESTAMP")),
    Self(
      name: "HUAWEI_ACTIVITY_SAMPLE", end: .at("OTHER_TIMESTAMP"),
      stages: [6: .light, 7: .deep, 0x5656: .rem, 0x5658: .awake, 0x5659: nil]),
  ]

  private static func stages(
    _ brand: String, _ end: End, _ stages: [Int: SleepStage?], other: SleepStage? = nil
  ) -> Self {
    Self(name: "\(brand)_SLEEP_STAGE_SAMPLE", end: end, stages: stages, other: other)
  }
}
