import Foundation
import GRDB
import HaloHealth
import HaloInterchange
import HaloTesting
import Testing

@Suite("Gadgetbridge's tables")
struct GadgetbridgeReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let shared = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/imports").standardized
  private static let isHere = FileManager.default.fileExists(atPath: shared.path)

  /// Reads a database at a place two hours ahead of UTC.
  private func read(path: String) throws -> CollectingReceiver {
    let receiver = CollectingReceiver()
    let reader = try #require(try ImportDatabase(path: path, name: "file.db").reader { _ in 7200 })
    try reader.read(into: receiver)
    return receiver
  }

  /// Reads a database made by SQL, with two devices.
  private func read(_ sql: String) throws -> CollectingReceiver {
    let path = folder.path("\(UUID()).db")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, IDENTIFIER TEXT, TYPE INTEGER, TYPE_NAME TEXT);
          INSERT INTO DEVICE VALUES (1, 'Watch', 'C3:48:9A:00:00:01', 0, 'X'), (2, 'Old band', 'C3:48:9A:00:00:02', 10, 'MIBAND');

          """ + sql)
    }
    try queue.close()
    return try read(path: path)
  }

  /// A table with rows of a device: a local time "02 08:15" in May 2024, then the values.
  private func table(_ name: String, _ columns: String, device: Int = 1, _ rows: [(String, [Int])]) -> String {
    let isInSeconds = name.contains("ACTIVITY_")
    let values = rows.map { time, values in
      let moment = Moment("2024-05-\(time.replacing(" ", with: "T"))\(time.count == 8 ? ":00" : "")+02:00")
      let seconds = (moment?.milliseconds ?? 0) / 1000
      return "(\(([isInSeconds ? seconds : seconds * 1000, device] + values).map(String.init).joined(separator: ", ")))"
    }
    return """
      CREATE TABLE \(name) (TIMESTAMP INTEGER, DEVICE_ID INTEGER, \(columns));
      INSERT INTO \(name) VALUES \(values.joined(separator: ", "));

      """
  }

  private func steps(_ receiver: CollectingReceiver) -> Double {
    receiver.samples(.steps).reduce(0) { $0 + (Double($1.split(separator: " ")[1]) ?? .nan) }
  }

  // MARK: Counters

  @Test(arguments: ["GARMIN", "CMF", "FITBIT", "OVTOUCH26"])
  func `steps since midnight are those between the rows of a day`(brand: String) throws {
    let found = try read(
      table(
        "\(brand)_ACTIVITY_SAMPLE", "STEPS INTEGER, HEART_RATE INTEGER",
        [
          // Rows need not be in order.
          ("02 08:20", [310, 70]), ("02 08:00", [60, -1]), ("02 08:10", [-1, 71]), ("02 08:30", [0, -1]),
          ("02 08:40", [310, -1]), ("02 12:00", [400, -1]), ("03 00:00", [900, -1]), ("03 00:05", [20, -1]),
        ]))
    #expect(
      found.samples(.steps) == [
        "2024-05-02T07:00:00+02:00 60.0 for 3600 s", "2024-05-02T08:00:00+02:00 250.0 for 1200 s",
        "2024-05-02T11:00:00+02:00 90.0 for 3600 s", "2024-05-02T23:00:00+02:00 500.0 for 3600 s",
        "2024-05-03T00:00:00+02:00 20.0 for 300 s",
      ])
    #expect(found.samples(.heartRate) == ["2024-05-02T08:10:00+02:00 71.0", "2024-05-02T08:20:00+02:00 70.0"])
    #expect(found.refused.isEmpty)
  }

  @Test func `distances in centimeters and kilocalories of a Garmin watch are counted from midnight too`() throws {
    let found = try read(
      table(
        "GARMIN_ACTIVITY_SAMPLE", "STEPS INTEGER, DISTANCE_CM INTEGER, ACTIVE_CALORIES INTEGER",
        [("02 08:00", [100, 7000, 4]), ("02 08:10", [160, 12_500, 9])]))
    #expect(
      found.samples(.distance) == [
        "2024-05-02T07:00:00+02:00 70.0 for 3600 s", "2024-05-02T08:00:00+02:00 55.0 for 600 s",
      ])
    #expect(
      found.samples(.activeEnergy) == [
        "2024-05-02T07:00:00+02:00 4.0 for 3600 s", "2024-05-02T08:00:00+02:00 5.0 for 600 s",
      ])
  }

  @Test(
    arguments: [
      // A restart counts from 0; a correction adds nothing.
      ([("02 08:00", 1000), ("02 08:10", 40), ("02 08:20", 90)], 1090.0),
      ([("02 08:00", 1000), ("02 08:10", 990), ("02 08:20", 1050)], 1060),
      // After midnight, the counter still shows the day before, and restarts later or never.
      ([("02 23:58", 6064), ("03 00:01", 6064), ("03 00:04", 38), ("03 00:05", 50)], 6114),
      ([("02 23:58", 6064), ("03 00:01", 6070), ("03 00:14", 6170)], 6170),
      // A morning with more steps than the day before.
      ([("02 20:00", 50), ("03 09:00", 2000)], 2050), ([("02 23:59", 50), ("03 00:30", 300)], 350),
    ] as [([(String, Int)], Double)])
  func `a counter that falls or goes on at midnight adds what was walked`(rows: [(String, Int)], total: Double) throws {
    let found = try read(table("GARMIN_ACTIVITY_SAMPLE", "STEPS INTEGER", rows.map { ($0.0, [$0.1]) }))
    #expect(steps(found) == total)
    #expect(found.refused.isEmpty)
  }

  @Test func `a wrong row of a counter is named and changes no other`() throws {
    let found = try read(
      table(
        "CMF_ACTIVITY_SAMPLE", "STEPS INTEGER",
        [("02 08:00", [500]), ("02 08:01", [65_535]), ("02 08:02", [560]), ("02 08:03", [590])]))
    #expect(steps(found) == 590)
    #expect(found.refused.map(\.place) == ["row 2 of CMF_ACTIVITY_SAMPLE"])
    #expect(found.refused.map(\.problem) == [.value])
  }

  @Test func `devices have counters of their own, and an unknown device is named`() throws {
    let rows = table("GARMIN_ACTIVITY_SAMPLE", "STEPS INTEGER", [("02 08:00", [500]), ("02 08:10", [600])])
    let found = try read(
      rows + "INSERT INTO GARMIN_ACTIVITY_SAMPLE SELECT TIMESTAMP + 60, 2, STEPS * 2 FROM GARMIN_ACTIVITY_SAMPLE;"
        + "INSERT INTO GARMIN_ACTIVITY_SAMPLE VALUES (1714557600, 9, 5);")
    #expect(steps(found) == 1800)
    #expect(found.refused.map(\.problem) == [.owner])
  }

  // MARK: Counts

  @Test func `a real-time row of thousands of steps is named, and rows within a minute do not overlap`() throws {
    let found = try read(
      table(
        "MI_BAND_ACTIVITY_SAMPLE", "STEPS INTEGER",
        [("02 08:00", [90]), ("02 08:01:20", [3]), ("02 08:01:22", [2500]), ("02 08:01:25", [4]), ("02 08:02", [400])]))
    #expect(
      found.samples(.steps) == [
        "2024-05-02T08:00:00+02:00 90.0 for 60 s", "2024-05-02T08:01:20+02:00 3.0 for 5 s",
        "2024-05-02T08:01:25+02:00 4.0 for 35 s", "2024-05-02T08:02:00+02:00 400.0 for 60 s",
      ])
    #expect(found.refused.map(\.place) == ["row 3 of MI_BAND_ACTIVITY_SAMPLE"])
  }

  @Test func `rows of a Huawei watch with one start add up, over their own interval`() throws {
    func seconds(_ minute: Int) -> Int { 1_714_629_600 + minute * 60 }
    let found = try read(
      table(
        "HUAWEI_ACTIVITY_SAMPLE", "OTHER_TIMESTAMP INTEGER, STEPS INTEGER, DISTANCE INTEGER, HEART_RATE INTEGER",
        [
          ("02 08:00", [seconds(2), 70, 50, -1]), ("02 08:00", [seconds(1), 15, 9, 80]),
          ("02 08:02", [seconds(0), -1, -1, -1]), ("02 08:02", [seconds(3), 30, -1, -56]),
        ]))
    #expect(
      found.samples(.steps) == [
        "2024-05-02T08:00:00+02:00 85.0 for 120 s", "2024-05-02T08:02:00+02:00 30.0 for 60 s",
      ])
    #expect(found.samples(.distance) == ["2024-05-02T08:00:00+02:00 59.0 for 120 s"])
    #expect(found.samples(.heartRate) == ["2024-05-02T08:00:00+02:00 80.0", "2024-05-02T08:02:00+02:00 200.0"])
  }

  @Test func `totals of a day beside its slots do not count`() throws {
    let found = try read(
      table(
        "HPLUS_HEALTH_ACTIVITY_SAMPLE", "RAW_KIND INTEGER, STEPS INTEGER, HEART_RATE INTEGER",
        [
          ("02 08:00", [102, 300, 66]), ("02 08:03", [103, 7000, 70]), ("02 08:10", [102, 40, 255]),
          ("02 23:00", [101, 8000, 30]),
        ]
      ))
    #expect(
      found.samples(.steps) == [
        "2024-05-02T08:00:00+02:00 300.0 for 600 s", "2024-05-02T08:10:00+02:00 40.0 for 600 s",
      ])
    #expect(found.samples(.heartRate) == ["2024-05-02T08:00:00+02:00 66.0"])
  }

  // MARK: Unknown tables

  @Test(
    arguments: [
      // Minutes that fall; a single row of a day; a counter, also with a restart.
      ([40, 12, 55, 30, 61, 9], 207.0, [:]), ([40], 40, [:]), ([5, 9, 30, 31, 60, 90, 91, 120], 120, [:]),
      ([5, 9, 30, 31, 60, 90, 91, 120, 20, 45], 165, [:]),
      // Too few rows to tell.
      ([5, 9, 30, 31], 0, ["BRAND_NEW_ACTIVITY_SAMPLE.STEPS": 4]),
    ] as [([Int], Double, [String: Int])])
  func `rows of an unknown table show what its steps are, or the steps are left out`(
    values: [Int], total: Double, leftOut: [String: Int]
  ) throws {
    let rows = values.enumerated().map { ("02 08:0\($0.offset)", [$0.element, 60 + $0.offset]) }
    let found = try read(table("BRAND_NEW_ACTIVITY_SAMPLE", "STEPS INTEGER, HEART_RATE INTEGER", rows))
    #expect(steps(found) == total)
    #expect(found.leftOut == leftOut)
    #expect(found.samples(.heartRate).count == values.count)
    #expect(found.refused.isEmpty)
  }

  @Test func `a table whose name has no second underscore is one of activity`() throws {
    let found = try read(table("HYBRID_HRACTIVITY_SAMPLE", "STEPS INTEGER", [("02 08:00", [33])]))
    #expect(found.samples(.steps) == ["2024-05-02T08:00:00+02:00 33.0 for 60 s"])
  }

  // MARK: Sleep

  @Test(
    arguments: [
      (
        "GENERIC_SLEEP_STAGE_SAMPLE", "DURATION, STAGE",
        [("02 00:10", [30, 2]), ("02 00:40", [20, 1]), ("02 01:00", [5, 3]), ("02 01:05", [15, 4])],
        ["night 2024-05-02T00:10:00+02:00 light 30, deep 20, awake 5, rem 15"]
      ),
      (
        "CMF_SLEEP_STAGE_SAMPLE", "DURATION, STAGE",
        [("02 00:10", [1800, 2]), ("02 00:40", [1200, 1]), ("02 01:00", [300, 4]), ("02 01:05", [900, 3])],
        ["night 2024-05-02T00:10:00+02:00 light 30, deep 20, awake 5, rem 15"]
      ),
      (
        "HUAWEI_SLEEP_STAGE_SAMPLE", "STAGE",
        [
          ("02 00:10", [1]), ("02 00:11", [1]), ("02 00:12", [3]), ("02 00:13", [4]), ("02 00:14", [2]),
          ("02 00:15", [5]),
        ],
        ["night 2024-05-02T00:10:00+02:00 light 2, deep 1, awake 1, rem 1, asleep 1"]
      ),
      (
        "MOYOUNG_SLEEP_STAGE_SAMPLE", "STAGE",
        [
          ("02 00:10", [1]), ("02 00:40", [2]), ("02 01:00", [3]), ("02 01:20", [0]), ("02 23:00", [1]),
          ("02 23:40", [0]),
        ],
        [
          "night 2024-05-02T00:10:00+02:00 light 30, deep 20, rem 20", "night 2024-05-02T23:00:00+02:00 light 40",
        ]
      ),
    ] as [(String, String, [(String, [Int])], [String])])
  func `each brand's stages have its own codes and units`(
    name: String, columns: String, rows: [(String, [Int])], nights: [String]
  ) throws {
    let found = try read(table(name, columns, rows))
    #expect(found.sleeps == nights)
    #expect(found.leftOut.isEmpty && found.refused.isEmpty)
  }

  @Test func `stages of a Garmin watch end with their row and begin with the row before or the start of sleep`() throws
  {
    let found = try read(
      table(
        "GARMIN_SLEEP_STAGE_SAMPLE", "STAGE",
        [
          // The beginning of the first is not in the file.
          ("01 07:00", [2]), ("02 00:40", [2]), ("02 01:00", [3]), ("02 01:05", [1]), ("02 01:30", [4]),
          ("02 01:40", [0]),
        ])
        + table(
          "GARMIN_EVENT_SAMPLE", "EVENT, EVENT_TYPE, DATA",
          [("02 00:10", [74, 0, 0]), ("02 00:20", [3, 0, 0]), ("02 01:40", [74, 1, 0])])
        + "CREATE TABLE GARMIN_NAP_SAMPLE (TIMESTAMP, DEVICE_ID, END_TIMESTAMP);"
        + "INSERT INTO GARMIN_NAP_SAMPLE VALUES (1714651200000, 1, 1714653000000);")
    #expect(
      found.sleeps == [
        "night 2024-05-02T00:10:00+02:00 light 30, deep 20, awake 5, rem 25", "nap 2024-05-02T14:00:00+02:00 asleep 30",
      ])
    #expect(found.leftOut == ["GARMIN_SLEEP_STAGE_SAMPLE": 1, "GARMIN_EVENT_SAMPLE": 3])
  }

  @Test func `stages of a Xiaomi band end with the next or with the waking, and sleep without stages is read`() throws {
    let wakings = """
      CREATE TABLE XIAOMI_SLEEP_TIME_SAMPLE (TIMESTAMP, DEVICE_ID, WAKEUP_TIME);
      INSERT INTO XIAOMI_SLEEP_TIME_SAMPLE VALUES (1714601400000, 1, 1714606200000), (1714687800000, 1, 1714712400000);
      """
    let found = try read(
      table(
        "XIAOMI_SLEEP_STAGE_SAMPLE", "STAGE",
        [("02 00:10", [3]), ("02 00:40", [2]), ("02 01:00", [5]), ("02 01:10", [4])]) + wakings)
    #expect(
      found.sleeps == [
        "night 2024-05-02T00:10:00+02:00 light 30, deep 20, awake 10, rem 20",
        "night 2024-05-03T00:10:00+02:00 asleep 410",
      ])
    #expect(found.leftOut.isEmpty)
  }

  @Test func `a Mi Band has sleep in the low bits of the kind, and no kind is that of the row before`() throws {
    // Light, as before, deep, as before, nothing, awake, and then the first Mi Band, whose codes are others.
    let kinds = [1, 80, 121, 112, 112, 123, 112, 90, 124, 96, 112]
    let rows = kinds.enumerated().map { ("02 03:\(10 + $0.offset)", [$0.element, 0]) }
    let old = [4, 4, 5, 9].enumerated().map { ("02 04:\(10 + $0.offset)", [$0.element, 0]) }
    let first = table("MI_BAND_ACTIVITY_SAMPLE", "RAW_KIND, STEPS", rows)
    let second = table("OTHER", "RAW_KIND, STEPS", device: 2, old).replacing(
      "CREATE TABLE OTHER", with: "CREATE TEMP TABLE OTHER")
    let found = try read(
      first + second
        + "INSERT INTO MI_BAND_ACTIVITY_SAMPLE SELECT TIMESTAMP / 1000, DEVICE_ID, RAW_KIND, STEPS FROM OTHER;")
    #expect(
      found.sleeps == [
        "night 2024-05-02T03:12:00+02:00 light 3, deep 3", "night 2024-05-02T04:10:00+02:00 deep 2, light 1",
      ])
  }

  @Test func `an Amazfit watch has the depth of sleep in columns of its own`() throws {
    let found = try read(
      table(
        "HUAMI_EXTENDED_ACTIVITY_SAMPLE", "RAW_KIND, STEPS, DEEP_SLEEP, REM_SLEEP",
        [
          ("02 03:10", [120, 0, 10, 0]), ("02 03:11", [120, 0, 128 + 43, 0]), ("02 03:12", [120, 0, 50, 128 + 56]),
          ("02 03:13", [80, 0, 50, 60]),
        ]))
    #expect(found.sleeps == ["night 2024-05-02T03:10:00+02:00 light 1, deep 1, rem 1"])
  }

  @Test func `stretches of sleep of a Huawei watch have their ends, and yield to its table of stages`() throws {
    let found = try read(
      """
      CREATE TABLE HUAWEI_ACTIVITY_SAMPLE (TIMESTAMP, DEVICE_ID, OTHER_TIMESTAMP, RAW_KIND, STEPS);
      INSERT INTO HUAWEI_ACTIVITY_SAMPLE VALUES (1714601400, 1, 1714603200, 6, -1), (1714603200, 1, 1714601400, 6, -1),
        (1714603200, 1, 1714604400, 7, -1), (1714604400, 1, 1714604700, 22104, -1), (1714604700, 1, 1714606200, 22102, -1),
        (1714687800, 1, 1714689000, 6, -1);
      """
        + table("HUAWEI_SLEEP_STAGE_SAMPLE", "STAGE", (10..<30).map { ("03 00:\($0)", [3]) }))
    #expect(
      found.sleeps.sorted() == [
        "night 2024-05-02T00:10:00+02:00 light 30, deep 20, awake 5, rem 25", "night 2024-05-03T00:10:00+02:00 deep 20",
      ])
    #expect(found.leftOut.isEmpty && found.refused.isEmpty)
  }

  @Test func `what is longer than a day is no sleep, and undecoded tables of sleep are named`() throws {
    let minutes = (0..<1500).map { "(\(1_714_600_800 + $0 * 60), 1, 121, 0)" }.joined(separator: ", ")
    let found = try read(
      """
      CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP, DEVICE_ID, RAW_KIND, STEPS);
      INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES \(minutes);
      CREATE TABLE LEFUN_SLEEP_SAMPLE (TIMESTAMP, DEVICE_ID, TYPE);
      INSERT INTO LEFUN_SLEEP_SAMPLE VALUES (1714600800, 1, 1), (1714600860, 1, 2);
      CREATE TABLE HPLUS_HEALTH_ACTIVITY_OVERLAY (TIMESTAMP_FROM, TIMESTAMP_TO, RAW_KIND, DEVICE_ID);
      INSERT INTO HPLUS_HEALTH_ACTIVITY_OVERLAY VALUES (1714600800, 1714604400, 2, 1);
      """)
    #expect(found.sleeps.isEmpty)
    #expect(found.refused.map(\.problem) == [.tooLong])
    #expect(found.leftOut == ["LEFUN_SLEEP_SAMPLE": 2, "HPLUS_HEALTH_ACTIVITY_OVERLAY": 1])
  }

  // MARK: Values and workouts

  @Test func `other brands' values at a moment are read`() throws {
    let found = try read(
      table("HUAMI_HEART_RATE_MANUAL_SAMPLE", "HEART_RATE", [("02 08:00", [61])])
        + table("GARMIN_STRESS_SAMPLE", "STRESS", [("02 08:00", [33]), ("02 08:01", [-2])])
        + table("CMF_SPO2_SAMPLE", "SPO2", [("02 08:00", [97])])
        + table("GARMIN_HRV_VALUE_SAMPLE", "VALUE", [("02 08:00", [44])]))
    let time = "2024-05-02T08:00:00+02:00"
    #expect(found.samples(.heartRate) == ["\(time) 61.0"])
    #expect(found.samples(.stress) == ["\(time) 33.0"])
    #expect(found.samples(.oxygenSaturation) == ["\(time) 97.0"])
    #expect(found.samples(.heartRateVariability) == ["\(time) 44.0"])
  }

  @Test(arguments: [
    (0x10, Workout.Kind.running), (0x20, .walking), (0x80, .cycling), (0x0400_00B1, .running), (0x0400_00B2, .walking),
    (0x0400_00B3, .cycling), (0x40_0000, .hiking), (0x1_0000, .rowing), (0x0400_0016, .rowing), (0x100, .running),
    (0x800, .cycling), (0x1000, .elliptical), (0x0400_0091, .stairs), (0x0400_0034, .other), (-1, .other),
  ])
  func `sports have the codes since 2024, and those before`(code: Int, kind: Workout.Kind) throws {
    let found = try read(
      """
      CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, START_TIME, END_TIME, ACTIVITY_KIND, DEVICE_ID);
      INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, 1714557600000, 1714559400000, \(code), 1);
      CREATE TABLE X_SAMPLE (TIMESTAMP);
      """)
    #expect(found.workouts.map(\.kind) == [kind])
    #expect(found.workouts.allSatisfy { $0.meters == nil && $0.kilocalories == nil })
  }

  @Test(
    arguments: [
      (
        #"{"distanceMeters":{"value":5120.5,"unit":"meters"},"caloriesBurnt":{"value":310,"unit":"calories_unit"}}"#,
        5120.5, 310.0
      ),
      (
        #"{"distanceMeters":{"group":"A","value":800,"unit":"meters"},"internal_hasGps":"true","x":[1,{"y":null}]}"#,
        800, nil
      ),
      (
        #"{"distanceMeters":{"value":5,"unit":"parsecs"},"caloriesBurnt":{"value":"many","unit":"calories_unit"}}"#,
        nil, nil
      ),
      (#"{"distanceMeters":5,"caloriesBurnt":{"#, nil, nil), (String(repeating: "[", count: 5000), nil, nil),
      (#"{"distanceMeters":{"value":1e999,"unit":"meters"}}"#, nil, nil), ("", nil, nil),
    ] as [(String, Double?, Double?)])
  func `a workout's distance and energy are those of its summary`(json: String, meters: Double?, energy: Double?) throws
  {
    let found = try read(
      """
      CREATE TABLE BASE_ACTIVITY_SUMMARY (START_TIME, END_TIME, ACTIVITY_KIND, DEVICE_ID, SUMMARY_DATA TEXT);
      INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1714557600000, 1714559400000, 16, 1, '\(json)');
      CREATE TABLE X_SAMPLE (TIMESTAMP);
      """)
    #expect(found.workouts.map(\.meters) == [meters])
    #expect(found.workouts.map(\.kilocalories) == [energy])
  }

  @Test(arguments: [
    "NULL", "'text'", "x'00'", "9223372036854775807", "-9223372036854775808", "1e308", "-1", "0.5", "3155760000000000",
    "-3155760000000",
  ])
  func `no value of any type traps`(value: String) throws {
    let names = [
      "GARMIN_ACTIVITY_SAMPLE", "HUAWEI_ACTIVITY_SAMPLE", "MI_BAND_ACTIVITY_SAMPLE", "NEW_ACTIVITY_SAMPLE",
      "GARMIN_SLEEP_STAGE_SAMPLE", "GARMIN_EVENT_SAMPLE", "XIAOMI_SLEEP_STAGE_SAMPLE", "XIAOMI_SLEEP_TIME_SAMPLE",
      "CMF_SLEEP_STAGE_SAMPLE", "HUAWEI_SLEEP_STAGE_SAMPLE", "BASE_ACTIVITY_SUMMARY",
    ]
    let columns = """
      TIMESTAMP, DEVICE_ID, STEPS, RAW_KIND, OTHER_TIMESTAMP, HEART_RATE, DISTANCE_CM, STAGE, DURATION, WAKEUP_TIME, EVENT,
      EVENT_TYPE, START_TIME, END_TIME, ACTIVITY_KIND, SUMMARY_DATA
      """
    let count = columns.split(separator: ",").count
    let rows = [1_714_557_600, 1_714_557_660, 1_714_557_600_000].map(String.init) + [value]
    _ = try read(
      names.map { name in
        "CREATE TABLE \(name) (\(columns));"
          + rows.map { time in
            "INSERT INTO \(name) VALUES (\(time), 1, \(Array(repeating: value, count: count - 2).joined(separator: ", ")));"
              + "INSERT INTO \(name) VALUES (\(value), 1, 7, 6, \(time), 60, 5, 2, 5, \(time), 74, 0, \(time), \(value), 16, '{}');"
          }.joined()
      }.joined())
  }

  // MARK: Files of reports

  @Test(
    .enabled(if: isHere, "../shared/imports is not here"),
    arguments: [
      ("gb_garmin.db", [900, 600]), ("gb_garmin_week.db", [10_024, 9164, 8367, 9529, 8944, 7284, 9030]),
      ("gb_huawei.db", [205]), ("gb_huami.db", [12]),
    ] as [(String, [Double])])
  func `the steps of reported files are right on each day`(name: String, totals: [Double]) throws {
    let found = try read(path: Self.shared.appending(path: name).path)
    var days: [Substring: Double] = [:]
    for sample in found.samples(.steps) {
      days[sample.prefix(10), default: 0] += Double(sample.split(separator: " ")[1]) ?? .nan
    }
    #expect(days.sorted { $0.key < $1.key }.map(\.value) == totals)
  }

  @Test(.enabled(if: isHere, "../shared/imports is not here"))
  func `sleep, sports, distances and energy of reported files are read`() throws {
    let generic = try read(path: Self.shared.appending(path: "gb_generic.db").path)
    #expect(generic.sleeps == ["night 2026-09-08T01:00:00+02:00 light 60"])
    #expect(generic.workouts.map(\.kind) == [.running, .walking, .hiking, .running, .rowing, .cycling])
    #expect(generic.workouts.allSatisfy { $0.meters == 10_000 && $0.kilocalories == 600 })
    let band = try read(path: Self.shared.appending(path: "gb_huami.db").path)
    #expect(band.refused.map(\.place) == ["row 5 of MI_BAND_ACTIVITY_SAMPLE"])
  }
}
