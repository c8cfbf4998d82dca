import Foundation
import GRDB
import HaloHealth
import HaloInterchange
import HaloTesting
import HaloText
import Testing

@Suite("Databases of other programs")
struct DatabaseReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads a database made by SQL, at a place two hours ahead of UTC.
  private func read(_ sql: String) throws -> CollectingReceiver {
    let path = folder.path("\(UUID()).db")
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
    let receiver = CollectingReceiver()
    let reader = try #require(try ImportDatabase(path: path, name: "file.db").reader { _ in 7200 })
    try reader.read(into: receiver)
    return receiver
  }

  private static let devices = """
    CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, MANUFACTURER TEXT, IDENTIFIER TEXT, TYPE INTEGER, ALIAS TEXT);
    INSERT INTO DEVICE VALUES (1, 'R02_ABCD', 'Colmi', 'C3:48:9A:00:00:01', 0, NULL), (2, 'Mi Band', 'X', 'C3:48:9A:00:00:02', 0, 'My band');

    """
  private static let key = "TIMESTAMP INTEGER NOT NULL, DEVICE_ID INTEGER NOT NULL, USER_ID INTEGER NOT NULL"

  @Test func `a ring of Gadgetbridge has its steps in seconds and everything else in milliseconds`() throws {
    let found = try read(
      Self.devices + """
        CREATE TABLE COLMI_ACTIVITY_SAMPLE (\(Self.key), RAW_KIND INTEGER, STEPS INTEGER, HEART_RATE INTEGER, DISTANCE INTEGER,
          CALORIES INTEGER, PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID;
        INSERT INTO COLMI_ACTIVITY_SAMPLE VALUES (1714557600, 1, 1, 1, 120, -1, 80, 3000), (1714558500, 1, 1, 1, 0, 255, 0, 0);
        CREATE TABLE COLMI_HEART_RATE_SAMPLE (\(Self.key), HEART_RATE INTEGER);
        INSERT INTO COLMI_HEART_RATE_SAMPLE VALUES (1714557600000, 1, 1, 62), (1714557900000, 1, 1, 0), (1714557900000, 9, 1, 62);
        CREATE TABLE COLMI_SPO2_SAMPLE (\(Self.key), SPO2 INTEGER);
        INSERT INTO COLMI_SPO2_SAMPLE VALUES (1714557600000, 1, 1, 97);
        CREATE TABLE COLMI_STRESS_SAMPLE (\(Self.key), STRESS INTEGER);
        INSERT INTO COLMI_STRESS_SAMPLE VALUES (1714557600000, 1, 1, 40);
        CREATE TABLE COLMI_HRV_VALUE_SAMPLE (\(Self.key), VALUE INTEGER);
        INSERT INTO COLMI_HRV_VALUE_SAMPLE VALUES (1714557600000, 1, 1, 55);
        CREATE TABLE COLMI_TEMPERATURE_SAMPLE (\(Self.key), TEMPERATURE REAL);
        INSERT INTO COLMI_TEMPERATURE_SAMPLE VALUES (1714557600000, 1, 1, 36.4);
        CREATE TABLE COLMI_HRV_SUMMARY_SAMPLE (\(Self.key));
        INSERT INTO COLMI_HRV_SUMMARY_SAMPLE VALUES (1, 1, 1);
        """)
    let noon = "2024-05-01T12:00:00+02:00"
    #expect(found.samples(.steps) == ["\(noon) 120.0 for 900 s"])
    #expect(found.samples(.distance) == ["\(noon) 80.0 for 900 s"])
    #expect(found.samples(.heartRate) == ["\(noon) 62.0"])
    #expect(found.samples(.oxygenSaturation) == ["\(noon) 97.0"])
    #expect(found.samples(.stress) == ["\(noon) 40.0"])
    #expect(found.samples(.heartRateVariability) == ["\(noon) 55.0"])
    #expect(found.samples(.skinTemperature) == ["\(noon) 36.4"])
    #expect(found.refused.map(\.place) == ["row 3 of COLMI_HEART_RATE_SAMPLE"])
    #expect(found.refused.map(\.problem) == [.owner])
    #expect(found.leftOut == ["COLMI_HRV_SUMMARY_SAMPLE": 1])
    #expect(Set(found.sources.map(\.family)) == ["colmi-ring"])
  }

  @Test func `a night of Gadgetbridge has its stages, and a session without stages is sleep without stages`() throws {
    let found = try read(
      Self.devices + """
        CREATE TABLE COLMI_SLEEP_STAGE_SAMPLE (\(Self.key), DURATION INTEGER, STAGE INTEGER);
        INSERT INTO COLMI_SLEEP_STAGE_SAMPLE VALUES (1714514400000, 1, 1, 60, 2), (1714518000000, 1, 1, 90, 3), (1714523400000, 1, 1, 30, 4),
          (1714525200000, 1, 1, 5, 5), (1714525500000, 1, 1, 200, 2), (1714525500000, 1, 1, 200, 9);
        CREATE TABLE COLMI_SLEEP_SESSION_SAMPLE (\(Self.key), WAKEUP_TIME INTEGER);
        INSERT INTO COLMI_SLEEP_SESSION_SAMPLE VALUES (1714514400000, 1, 1, 1714537500000), (1714600800000, 1, 1, 1714622400000);
        """)
    #expect(
      found.sleeps == [
        "night 2024-05-01T00:00:00+02:00 light 60, deep 90, rem 30, awake 5, light 200",
        "night 2024-05-02T00:00:00+02:00 asleep 360",
      ])
    #expect(found.refused.map(\.place) == ["row 6 of COLMI_SLEEP_STAGE_SAMPLE"])
  }

  @Test func `any other device of Gadgetbridge gives steps and heart rates, and workouts`() throws {
    let found = try read(
      Self.devices + """
        CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (\(Self.key), RAW_INTENSITY INTEGER, STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER,
          PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID;
        INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (1714557600, 2, 1, 20, 12, 1, 66), (1714557660, 2, 1, 20, 0, 1, 255);
        CREATE TABLE OLD_ACTIVITY_SAMPLE (\(Self.key), STEPS INTEGER, PROVIDER TEXT);
        INSERT INTO OLD_ACTIVITY_SAMPLE VALUES (1714557600, 2, 1, 7, 'x');
        CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, START_TIME INTEGER, END_TIME INTEGER, ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER);
        INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, 1714557600000, 1714559400000, 32, 2);
        """)
    #expect(
      found.samples(.steps) == ["2024-05-01T12:00:00+02:00 12.0 for 60 s", "2024-05-01T12:00:00+02:00 7.0 for 60 s"])
    #expect(found.samples(.heartRate) == ["2024-05-01T12:00:00+02:00 66.0"])
    #expect(Set(found.entries.map(\.source)) == ["My band"])
    let start = try #require(Moment("2024-05-01T12:00:00+02:00"))
    #expect(found.workouts == [Workout(.walking, start: start, length: 1_800_000, source: .log)])
  }

  private static let record =
    "row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, device_info_id INTEGER, start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER"
  private static let moment =
    "row_id INTEGER PRIMARY KEY, app_info_id INTEGER, device_info_id INTEGER, time INTEGER, zone_offset INTEGER"
  private static let apps = """
    CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
    INSERT INTO application_info_table VALUES (1, 'com.fit', 'Fit'), (2, 'org.other', NULL);
    CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
    INSERT INTO device_info_table VALUES (1, 'Google', 'Pixel 8');

    """

  @Test func `records of Health Connect have their own offset, unit and app`() throws {
    let found = try read(
      Self.apps + """
        CREATE TABLE heart_rate_record_table (\(Self.record));
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
        INSERT INTO heart_rate_record_table VALUES (4, x'01', 1, 1, 1714557600000, -3600, 1714557900000);
        INSERT INTO heart_rate_record_series_table VALUES (4, 61, 1714557600000), (4, 63, 1714557660000), (7, 63, 1714557660000);
        CREATE TABLE steps_record_table (\(Self.record), count INTEGER);
        INSERT INTO steps_record_table VALUES (1, x'01', 2, NULL, 1714557600000, NULL, 1714557900000, 321);
        CREATE TABLE active_calories_burned_record_table (\(Self.record), energy REAL);
        INSERT INTO active_calories_burned_record_table VALUES (1, x'01', 1, 1, 1714557600000, 7200, 1714557900000, 12500.0);
        CREATE TABLE oxygen_saturation_record_table (\(Self.moment), percentage REAL);
        INSERT INTO oxygen_saturation_record_table VALUES (1, 1, 1, 1714557600000, 7200, 96.5);
        CREATE TABLE heart_rate_variability_rmssd_record_table (\(Self.moment), heart_rate_variability_millis REAL);
        INSERT INTO heart_rate_variability_rmssd_record_table VALUES (1, 1, 1, 1714557600000, 7200, 44.5);
        CREATE TABLE weight_record_table (\(Self.moment), weight REAL);
        INSERT INTO weight_record_table VALUES (1, 1, 1, 1714557600000, 7200, 80000.0);
        CREATE TABLE basal_metabolic_rate_record_table (\(Self.moment), basal_metabolic_rate REAL);
        INSERT INTO basal_metabolic_rate_record_table VALUES (1, 1, 1, 1714557600000, 7200, 81.0);
        CREATE TABLE blood_pressure_record_table (\(Self.moment), systolic REAL, diastolic REAL);
        INSERT INTO blood_pressure_record_table VALUES (1, 1, 1, 1714557600000, 7200, 120.0, 80.0);
        CREATE TABLE body_temperature_record_table (\(Self.moment), temperature REAL);
        INSERT INTO body_temperature_record_table VALUES (1, 1, 1, 1714557600000, 7200, 36.6);
        CREATE TABLE bone_mass_record_table (\(Self.moment), mass REAL);
        INSERT INTO bone_mass_record_table VALUES (1, 1, 1, 1714557600000, 7200, 3000.0);
        """)
    #expect(found.samples(.heartRate) == ["2024-05-01T09:00:00-01:00 61.0", "2024-05-01T09:01:00-01:00 63.0"])
    #expect(found.samples(.steps) == ["2024-05-01T12:00:00+02:00 321.0 for 300 s"])
    #expect(found.samples(.activeEnergy) == ["2024-05-01T12:00:00+02:00 12.5 for 300 s"])
    #expect(found.samples(.oxygenSaturation) == ["2024-05-01T12:00:00+02:00 96.5"])
    #expect(found.samples(.heartRateVariabilityRMSSD) == ["2024-05-01T12:00:00+02:00 44.5"])
    #expect(Set(found.sources.map(\.name)) == ["Fit, Google Pixel 8", "org.other"])
    #expect(found.refused.map(\.place) == ["row 3 of heart_rate_record_series_table"])
    #expect(found.samples(.weight) == ["2024-05-01T12:00:00+02:00 80.0"])
    // 81 W are 1,673 kcal a day.
    #expect(found.samples(.basalMetabolism).first?.contains(" 1672.6") == true)
    #expect(found.samples(.systolicPressure) == ["2024-05-01T12:00:00+02:00 120.0"])
    #expect(found.samples(.diastolicPressure) == ["2024-05-01T12:00:00+02:00 80.0"])
    #expect(found.samples(.bodyTemperature) == ["2024-05-01T12:00:00+02:00 36.6"])
    #expect(found.leftOut == ["bone_mass_record_table": 1])
  }

  @Test func `sessions of Health Connect become nights with stages and workouts`() throws {
    let found = try read(
      Self.apps + """
        CREATE TABLE sleep_session_record_table (\(Self.record));
        CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
        INSERT INTO sleep_session_record_table VALUES (1, x'01', 1, 1, 1714514400000, 7200, 1714537500000),
          (2, x'02', 1, 1, 1714600800000, 7200, 1714622400000);
        INSERT INTO sleep_stages_table VALUES (1, 1714514400000, 1714518000000, 4), (1, 1714518000000, 1714523400000, 5),
          (1, 1714523400000, 1714525200000, 7), (1, 1714525200000, 1714537500000, 6);
        CREATE TABLE exercise_session_record_table (\(Self.record), exercise_type INTEGER);
        INSERT INTO exercise_session_record_table VALUES (1, x'01', 1, 1, 1714557600000, 7200, 1714559400000, 33);
        """)
    #expect(
      found.sleeps == [
        "night 2024-05-01T00:00:00+02:00 light 60, deep 90, awake 30, rem 205",
        "night 2024-05-02T00:00:00+02:00 asleep 360",
      ])
    #expect(found.workouts.map(\.kind) == [.running])
  }

  @Test func `the Python client's times are in UTC, and impossible ones are refused with their row`() throws {
    let found = try read(
      """
      CREATE TABLE rings (ring_id INTEGER PRIMARY KEY, address VARCHAR);
      CREATE TABLE heart_rates (heart_rate_id INTEGER PRIMARY KEY, reading INTEGER, timestamp DATETIME, ring_id INTEGER);
      INSERT INTO rings VALUES (1, 'C3:48:9A:00:00:77'), (2, 'a\u{202E}b');
      INSERT INTO heart_rates VALUES (1, 77, '2024-11-02 00:05:00.000000', 1), (2, 77, '2024-11-02 -1:-1:-1', 1), (3, 0, '2024-11-02 00:10:00', 1),
        (4, 77, '2024-11-02 24:00:00', 1), (5, 77, NULL, 1), (6, 'x', '2024-11-02 00:15:00', 1);
      CREATE TABLE sport_details (sport_detail_id INTEGER PRIMARY KEY, steps INTEGER, distance INTEGER, timestamp DATETIME, ring_id INTEGER);
      INSERT INTO sport_details VALUES (1, 123, 88, '2024-11-02 00:15:00.000000', 1);
      CREATE TABLE sleep_logs (sleep_log_id INTEGER PRIMARY KEY);
      INSERT INTO sleep_logs VALUES (1);
      """)
    #expect(found.samples(.heartRate) == ["2024-11-02T02:05:00+02:00 77.0"])
    #expect(found.samples(.steps) == ["2024-11-02T02:15:00+02:00 123.0 for 900 s"])
    #expect(found.samples(.distance) == ["2024-11-02T02:15:00+02:00 88.0 for 900 s"])
    #expect(
      found.refused.map(\.place) == [
        "row 2 of rings", "row 2 of heart_rates", "row 4 of heart_rates", "row 5 of heart_rates",
      ])
    #expect(found.leftOut == ["sleep_logs": 1])
  }

  @Test(arguments: ["NULL", "'text'", "x'00'", "9223372036854775807", "-9223372036854775808", "1e308", "-1", "0.5"])
  func `no value of any type traps`(value: String) throws {
    let columns = "(\(value), \(value), 1, \(value), \(value))"
    for table in [
      "COLMI_SLEEP_STAGE_SAMPLE", "COLMI_SLEEP_SESSION_SAMPLE", "COLMI_HEART_RATE_SAMPLE", "X_ACTIVITY_SAMPLE",
    ] {
      _ = try read(
        Self.devices
          + "CREATE TABLE \(table) (TIMESTAMP, DEVICE_ID, USER_ID, STEPS, HEART_RATE); INSERT INTO \(table) VALUES \(columns), (\(value), 1, 1, 5, 60);"
      )
    }
    for table in ["steps_record_table", "sleep_session_record_table", "exercise_session_record_table"] {
      _ = try read(
        Self.apps
          + "CREATE TABLE \(table) (row_id, app_info_id, start_time, start_zone_offset, end_time); INSERT INTO \(table) VALUES (\(value), 1, \(value), \(value), \(value));"
      )
    }
  }

  @Test func `files that are no such database are refused with a message`() throws {
    let text = folder.path("text.db")
    try Data("SQLite format 3\0 and then something else, which is long enough for a header".utf8).write(
      to: URL(filePath: text))
    #expect(throws: ImportError.self) { _ = try ImportDatabase(path: text, name: "text.db") }
    let error = #expect(throws: ImportError.self) { try read("CREATE TABLE photo (id INTEGER)") }
    #expect(error?.description.hasPrefix("file.db is a database that Halo does not know.") == true)
  }

  @Test func `a view in place of a table is not read`() throws {
    let found = try read(
      Self.devices + """
        CREATE VIEW COLMI_HEART_RATE_SAMPLE AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT i AS TIMESTAMP, 1 AS DEVICE_ID, 60 AS HEART_RATE FROM n;
        CREATE TABLE COLMI_STRESS_SAMPLE (\(Self.key), STRESS INTEGER);
        INSERT INTO COLMI_STRESS_SAMPLE VALUES (1714557600000, 1, 1, 40);
        """)
    #expect(found.entries.count == 1)
  }
}
