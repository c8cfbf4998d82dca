import HaloHealth
import HaloInterchange
import Testing

@Suite("Apple Health's export")
struct AppleHealthReaderTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ENTITY a "&b;&b;&b;&b;&b;&b;&b;&b;">
    ]>
    <HealthData locale="de_DE">
     <ExportDate value="2026-11-20 10:00:00 +0100"/>

    """

  private func read(_ body: String) throws -> CollectingReceiver {
    let receiver = CollectingReceiver()
    try AppleHealthReader(MemoryBytes(Self.head + body + "\n</HealthData>\n")).read(into: receiver)
    return receiver
  }

  private static func record(
    _ type: String, _ value: String, unit: String = "count/min", from start: String = "2024-01-02 08:00:00 +0100",
    to end: String = "2024-01-02 08:00:00 +0100", source: String = "Watch"
  ) -> String {
    #"<Record type="\#(type)" sourceName="\#(source)" sourceVersion="9.1" device="&lt;&lt;HKDevice: 0x2&gt;&gt;" unit="\#(unit)" creationDate="\#(end)" startDate="\#(start)" endDate="\#(end)" value="\#(value)"/>"#
  }

  @Test func `a heart rate has the local time of its measurement`() throws {
    let found = try read(
      Self.record("HKQuantityTypeIdentifierHeartRate", "72")
        + Self.record(
          "HKQuantityTypeIdentifierHeartRate", "61.5", from: "2024-07-01 23:59:59 -0930",
          to: "2024-07-01 23:59:59 -0930"))
    #expect(found.samples(.heartRate) == ["2024-01-02T08:00:00+01:00 72.0", "2024-07-01T23:59:59-09:30 61.5"])
    #expect(found.entries.map(\.source) == ["Watch", "Watch"])
    #expect(found.refused.isEmpty)
  }

  @Test(arguments: [
    ("HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%", Metric.oxygenSaturation, 97.0),
    ("HKQuantityTypeIdentifierOxygenSaturation", "1", "%", .oxygenSaturation, 100),
    ("HKQuantityTypeIdentifierOxygenSaturation", "97", "%", .oxygenSaturation, 97),
    ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "41.5", "ms", .heartRateVariabilitySDNN, 41.5),
    ("HKQuantityTypeIdentifierStepCount", "123", "count", .steps, 123),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "1.5", "km", .distance, 1500),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "2", "mi", .distance, 3218.688),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "41.84", "kJ", .activeEnergy, 10),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "7", "Cal", .activeEnergy, 7),
    ("HKQuantityTypeIdentifierAppleSleepingWristTemperature", "95", "degF", .skinTemperature, 35),
    ("HKQuantityTypeIdentifierAppleSleepingWristTemperature", "34.5", "degC", .skinTemperature, 34.5),
    ("HKQuantityTypeIdentifierHeartRateVariabilityRMSSD", "0.038", "s", .heartRateVariabilityRMSSD, 38),
    ("HKQuantityTypeIdentifierRestingHeartRate", "0.9", "count/s", .restingHeartRate, 54),
    ("HKQuantityTypeIdentifierDistanceCycling", "1.5", "mi", .cyclingDistance, 2414.016),
    ("HKQuantityTypeIdentifierHeartRate", "61,5", "count/min", .heartRate, 61.5),
    ("HKQuantityTypeIdentifierHeartRate", "٧٢", "count/min", .heartRate, 72),
    ("HKQuantityTypeIdentifierRunningSpeed", "36", "km/hr", .speed, 10),
    ("HKQuantityTypeIdentifierBodyMass", "80", "kg", .weight, 80),
    ("HKQuantityTypeIdentifierBodyMass", "200", "lb", .weight, 90.718474),
    ("HKQuantityTypeIdentifierBodyMass", "12", "st", .weight, 76.20351816),
    ("HKQuantityTypeIdentifierLeanBodyMass", "61000", "g", .fatFreeMass, 61),
    ("HKQuantityTypeIdentifierBodyFatPercentage", "0.235", "%", .bodyFat, 23.5),
    ("HKQuantityTypeIdentifierBodyFatPercentage", "23.5", "%", .bodyFat, 23.5),
    ("HKQuantityTypeIdentifierBodyMassIndex", "24.7", "count", .bodyMassIndex, 24.7),
    ("HKQuantityTypeIdentifierBloodPressureSystolic", "120", "mmHg", .systolicPressure, 120),
    ("HKQuantityTypeIdentifierBloodPressureDiastolic", "10", "kPa", .diastolicPressure, 75.00617),
    ("HKQuantityTypeIdentifierBodyTemperature", "98.6", "degF", .bodyTemperature, 37),
    ("HKQuantityTypeIdentifierPeripheralPerfusionIndex", "0.032", "%", .pulseAmplitude, 3.2),
  ])
  func `a value is converted to the metric's unit`(
    type: String, value: String, unit: String, metric: Metric, expected: Double
  ) throws {
    let found = try read(Self.record(type, value, unit: unit))
    guard case .sample(metric, let read, _, _, .log, false)? = found.entries.first?.entry else {
      Issue.record("not read: \(found.refused)")
      return
    }
    #expect(abs(read - expected) < 1e-9)
  }

  @Test(arguments: [
    "2024-01-02 8:00:00 PM +0100", "2024-01-02 8:00:00 p.m. +0100", "2024-01-02 08:00:00\u{202F}PM +0100",
    "٢٠٢٤-٠١-٠٢ ٢٠:٠٠:٠٠ +٠١٠٠",
  ])
  func `times in the formats of other locales are read`(time: String) throws {
    let found = try read(Self.record("HKQuantityTypeIdentifierHeartRate", "72", from: time, to: time))
    #expect(found.samples(.heartRate) == ["2024-01-02T20:00:00+01:00 72.0"], "\(found.refused)")
  }

  @Test(arguments: [
    "2024-02-30 08:00:00 +0100", "2024-01-02", "", "2024-01-02 25:00:00 +0100", "2024-01-02 08:00:00 +9900",
    "99999999999999999999-01-02 08:00:00 +0100",
  ])
  func `a record without a valid time is refused with its line`(time: String) throws {
    let found = try read(Self.record("HKQuantityTypeIdentifierHeartRate", "72", from: time))
    #expect(found.entries.isEmpty)
    #expect(found.refused.map(\.place) == ["line 12"])
    #expect(found.refused.map(\.problem) == [.clock])
  }

  @Test func `names have their entities decoded`() throws {
    let found = try read(
      Self.record("HKQuantityTypeIdentifierHeartRate", "72", source: "Tom &amp; Jerry&#8217;s &#x231A; &a; &unknown"))
    #expect(found.sources.map(\.name) == ["Tom & Jerry’s ⌚ &a; &unknown"])
  }

  @Test func `stages of sleep form a night, and other sources have their own`() throws {
    func sleep(_ value: String, _ start: String, _ end: String, source: String = "Watch") -> String {
      #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="\#(source)" startDate="2024-01-02 \#(start):00 +0100" endDate="2024-01-02 \#(end):00 +0100" value="HKCategoryValueSleepAnalysis\#(value)"/>\#n"#
    }
    let found = try read(
      sleep("InBed", "00:00", "07:00", source: "iPhone") + sleep("AsleepCore", "00:10", "01:00")
        + sleep("AsleepDeep", "01:00", "01:40") + sleep("AsleepREM", "01:40", "02:00")
        + sleep("Awake", "02:00", "02:05") + sleep("AsleepCore", "02:05", "06:30")
        + sleep("AsleepUnspecified", "00:30", "06:00", source: "Clock"))
    #expect(
      found.sleeps == [
        "night 2024-01-02T00:00:00+01:00 in bed 420 from 00:00",
        "night 2024-01-02T00:10:00+01:00 light 50, deep 40, rem 20, awake 5, light 265",
        "night 2024-01-02T00:30:00+01:00 asleep 330",
      ])
  }

  @Test func `a workout has its totals from attributes or, since iOS 16, from elements in it`() throws {
    let time = #"startDate="2024-01-02 08:00:00 +0100" endDate="2024-01-02 08:30:00 +0100""#
    let found = try read(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" totalDistance="5" \
      totalDistanceUnit="km" totalEnergyBurned="300" totalEnergyBurnedUnit="kcal" sourceName="Watch" \(time)/>
      <Workout workoutActivityType="HKWorkoutActivityTypeSurfingSports" sourceName="Watch" \(time)>
       <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-01-02 08:10:00 +0100"/>
       <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \(time) sum="1255.2" unit="kJ"/>
       <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \(time) average="130" unit="count/min"/>
       <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceSwimming" \(time) sum="100" unit="yd"/>
      </Workout>
      """)
    let start = try #require(Moment("2024-01-02T08:00:00+01:00"))
    #expect(
      found.workouts == [
        Workout(.running, start: start, length: 1_800_000, meters: 5000, kilocalories: 300, paused: 0, source: .log),
        // The pause lasts until the end.
        Workout(
          .other, start: start, length: 1_800_000, meters: 91.44, kilocalories: 1255.2 / 4.184, paused: 1_200_000,
          source: .log),
      ])
  }

  @Test func `illegal bytes, lost quotation marks and a cut end lose only their own record`() throws {
    let good = Self.record("HKQuantityTypeIdentifierHeartRate", "72")
    let receiver = CollectingReceiver()
    let text = Self.head + good + "\n"
    let lost = good.replacing(#"unit=""#, with: "unit=")
    var bytes = [UInt8](text.utf8) + [0xFF, 0x00, 0xC3, 0x28] + [UInt8](good.utf8)
    bytes += [UInt8]("\n\(lost)\n\(good)\n<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Wa".utf8)
    try AppleHealthReader(MemoryBytes(bytes)).read(into: receiver)
    #expect(receiver.samples(.heartRate).count == 3)
    #expect(receiver.refused.map(\.place) == ["line 14", "line 16"])
    #expect(receiver.isDamaged)
    #expect(
      receiver.notes.count == 1 && receiver.notes[0].contains("cut off: it ends in line 16 without </HealthData>"))
  }

  @Test(arguments: ["=\"1\" ", "= \"\"", "/ ", "\"a\" ", "a=b ", "= "])
  func `a damaged attribute does not trap`(attribute: String) throws {
    let good = Self.record("HKQuantityTypeIdentifierHeartRate", "72")
    let found = try read(good.replacing("<Record ", with: "<Record \(attribute)") + good)
    #expect(found.samples(.heartRate).count >= 1)
  }

  @Test(arguments: ["</Record>", "\n", "<", "</HealthData", ">"])
  func `a file that ends anywhere before its end tag is cut off`(end: String) throws {
    let record = Self.record("HKQuantityTypeIdentifierHeartRate", "72").replacing("/>", with: ">")
    let receiver = CollectingReceiver()
    try AppleHealthReader(MemoryBytes(Self.head + record + end)).read(into: receiver)
    #expect(receiver.samples(.heartRate).count == 1)
    #expect(receiver.isDamaged)
    #expect(try !read(record + "</Record>").isDamaged)
  }

  @Test func `kinds that Halo does not keep are counted`() throws {
    let found = try read(
      Self.record("HKQuantityTypeIdentifierHeight", "180", unit: "cm")
        + Self.record("HKQuantityTypeIdentifierHeight", "181", unit: "cm")
        + Self.record("HKQuantityTypeIdentifierHeartRate", "72", unit: "furlong"))
    #expect(found.entries.isEmpty)
    #expect(found.leftOut == ["HKQuantityTypeIdentifierHeight": 2])
    #expect(found.refused.map(\.problem) == [.value])
  }

  @Test func `records split at any place of the buffer are read once, with the right line`() throws {
    final class Dripping: ImportBytes {
      private var bytes: ArraySlice<UInt8>
      private let step: Int
      init(_ text: String, step: Int) { (bytes, self.step) = (ArraySlice(text.utf8), step) }
      var fraction: Double { 0.5 }
      func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes.prefix(min(step, buffer.count))
        buffer.copyBytes(from: part)
        bytes = bytes.dropFirst(part.count)
        return part.count
      }
    }
    let rate = Self.record("HKQuantityTypeIdentifierHeartRate", "72")
    // More than two buffers.
    let text = Self.head + String(repeating: rate + "\n", count: 8000)
    for step in [7, 4096, 1 << 20] {
      let receiver = CollectingReceiver()
      try AppleHealthReader(Dripping(text, step: step)).read(into: receiver)
      #expect(receiver.entries.map(\.place) == Array(12..<8012))
    }
  }

  @Test func `a tag without an end does not fill the memory`() throws {
    let long = "<Record type=\"" + String(repeating: "x", count: 3 << 20)
    let found = try read(long + "\n" + Self.record("HKQuantityTypeIdentifierHeartRate", "72"))
    #expect(found.samples(.heartRate).count <= 1)
    #expect(!found.refused.isEmpty)
  }

  @Test func `canceling ends the reading`() throws {
    let receiver = CollectingReceiver()
    receiver.cancelAt = 0
    let text = Self.head + String(repeating: Self.record("HKQuantityTypeIdentifierHeartRate", "72"), count: 30_000)
    #expect(throws: CancellationError.self) { try AppleHealthReader(MemoryBytes(text)).read(into: receiver) }
  }
}
