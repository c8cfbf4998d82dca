import Foundation
import GRDB
import HaloHealth
import HaloSimulatedRadio
import HaloTesting

extension DatabaseFixtures {
  /// The columns of each table.
  private static let gadgetbridge = [
    "COLMI_HEART_RATE_SAMPLE": "TIMESTAMP DEVICE_ID HEART_RATE", "COLMI_SPO2_SAMPLE": "TIMESTAMP DEVICE_ID SPO2",
    "COLMI_ACTIVITY_SAMPLE": "TIMESTAMP DEVICE_ID STEPS HEART_RATE DISTANCE",
    "MI_BAND_ACTIVITY_SAMPLE": "TIMESTAMP DEVICE_ID STEPS HEART_RATE RAW_KIND",
    "GARMIN_ACTIVITY_SAMPLE": "TIMESTAMP DEVICE_ID STEPS DISTANCE_CM",
    "HUAWEI_ACTIVITY_SAMPLE": "TIMESTAMP DEVICE_ID STEPS OTHER_TIMESTAMP RAW_KIND",
    "NEW_ACTIVITY_SAMPLE": "TIMESTAMP DEVICE_ID STEPS",
    "GARMIN_SLEEP_STAGE_SAMPLE": "TIMESTAMP DEVICE_ID STAGE",
    "XIAOMI_SLEEP_STAGE_SAMPLE": "TIMESTAMP DEVICE_ID STAGE",
    "XIAOMI_SLEEP_TIME_SAMPLE": "TIMESTAMP DEVICE_ID WAKEUP_TIME",
    "COLMI_SLEEP_STAGE_SAMPLE": "TIMESTAMP DEVICE_ID DURATION STAGE",
    "COLMI_SLEEP_SESSION_SAMPLE": "TIMESTAMP DEVICE_ID WAKEUP_TIME",
    "BASE_ACTIVITY_SUMMARY": "START_TIME END_TIME ACTIVITY_KIND DEVICE_ID SUMMARY_DATA",
  ]
  private static let healthConnect = {
    let record = "row_id app_info_id device_info_id start_time start_zone_offset end_time time zone_offset "
    return [
      "heart_rate_record_table": record, "steps_record_table": record + "count",
      "oxygen_saturation_record_table": record + "percentage", "sleep_session_record_table": record,
      "exercise_session_record_table": record + "exercise_type", "bone_mass_record_table": record,
      "heart_rate_record_series_table": "parent_key beats_per_minute epoch_millis",
      "sleep_stages_table": "parent_key stage_start_time stage_end_time stage_type",
    ]
  }()

  /// A plausible value in a row of a column.
  private static func value(_ column: Substring, of table: String, row: Int) -> Int {
    let seconds = LineMutator.today.adding(days: -2).daysSince1970 * 86_400 + row * 900
    switch column.lowercased() {
    case "timestamp": return table.hasSuffix("ACTIVITY_SAMPLE") ? seconds : seconds * 1000
    case "start_time", "time", "epoch_millis", "stage_start_time": return seconds * 1000
    case "end_time", "stage_end_time", "wakeup_time": return (seconds + 900) * 1000
    case "start_zone_offset", "zone_offset": return 3600
    case "row_id", "parent_key": return row
    case "device_id", "app_info_id", "device_info_id": return row % 3
    case "activity_kind": return 16 << (row % 5)
    case "stage", "stage_type", "duration", "raw_kind": return row % 8
    case "other_timestamp": return seconds + 60
    default: return 60 + row
    }
  }

  /// A database of Gadgetbridge or Health Connect.
  static func phone(_ folder: TemporaryFolder, isGadgetbridge: Bool) throws -> [UInt8] {
    let path = folder.path("phone.sqlite")
    defer { folder.removeDatabase(path) }
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      if isGadgetbridge {
        try db.execute(
          sql: """
            CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, IDENTIFIER TEXT, ALIAS TEXT);
            INSERT INTO DEVICE VALUES (1, 'R02', '\(SyncTimes.device)', NULL), (2, 'Band', 'C3:48:9A:00:00:72', 'My band');
            """)
      } else {
        try db.execute(
          sql: """
            CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
            INSERT INTO application_info_table VALUES (1, 'com.fit', 'Fit');
            CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
            INSERT INTO device_info_table VALUES (1, 'Maker', 'Phone');
            """)
      }
      for (table, names) in (isGadgetbridge ? gadgetbridge : healthConnect).sorted(by: { $0.key < $1.key }) {
        let columns = names.split(separator: " ")
        // Gadgetbridge's tables of samples have no row numbers.
        let hasKey = table.hasSuffix("_SAMPLE")
        try db.execute(
          sql: "CREATE TABLE \(table) (\(columns.joined(separator: ", "))"
            + (hasKey ? ", PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID" : ")"))
        for row in 0..<12 {
          let values = columns.map { value($0, of: table, row: row) }
          let places = values.map { _ in "?" }.joined(separator: ", ")
          try db.execute(
            sql: "INSERT OR IGNORE INTO \(table) VALUES (\(places))", arguments: StatementArguments(values))
        }
      }
    }
    try queue.close()
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
