import Foundation
import HaloBluetooth
import HaloEngine
import HaloFuzzing
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloWearables

/// Reads mutated exports of Apple Health and mutated archives, as `halo import --dry-run` does.
struct FileFuzzing {
  /// The kind of files.
  enum Kind: String { case health, archive }

  private(set) var readCount = 0
  private(set) var refusedCount = 0
  private(set) var longest = Duration.zero

  private let kind: Kind
  private let folder: TemporaryFolder
  private var random: SeededGenerator
  private let original: [UInt8]

  /// Texts that mean something to a parser.
  private static let tokens = [
    "<", ">", "\"", "'", "/>", "</HealthData>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "&lt;", "&#xFFFFFFFF;", "&a;",
    "=",
    "<!ENTITY a \"&a;&a;\">", "<Record ", "<Workout ", "\u{0}", "9999999999999999999", "-1", "1e999", "\n", " +9999",
    "PK\u{3}\u{4}", "\u{FEFF}",
  ].map { [UInt8]($0.utf8) }

  init(_ kind: Kind, seed: UInt64, in folder: TemporaryFolder) {
    (self.kind, self.folder) = (kind, folder)
    random = SeededGenerator(seed: seed)
    let health = [UInt8](Self.health.utf8)
    original =
      kind == .health
      ? health
      : StoredZip([("readme.txt", [1, 2, 3]), ("apple_health_export/export.xml", health), ("other.xml", health)]).bytes
  }

  mutating func run(count: Int) throws {
    let last = folder.path("\(kind).input")
    for number in 0..<count {
      let bytes = mutated()
      // After a trap, this file contains the last input.
      try Data(bytes).write(to: URL(filePath: last))
      do {
        let time = try Limits.measure("reading") { try read(bytes, last) }
        longest = max(longest, time)
      } catch { throw FuzzFailure(description: "input \(number): \(error)\n\(Hexadecimal.string(bytes))") }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    guard names == ["\(kind).input"] else { throw FuzzFailure(description: "files were written: \(names)") }
  }

  private mutating func read(_ bytes: [UInt8], _ path: String) throws {
    do {
      let reader: any ImportReader
      if kind == .health {
        reader = AppleHealthReader(MemoryBytes(bytes), zone: ImportZone(here: "here") { _ in 3600 })
      } else {
        guard case .reader(let found) = try ImportFile(path: path, name: "file").contents else { return }
        reader = found
      }
      let read = try FileImport(
        reading: reader, name: "file", beside: folder.path("draft"), wearer: "me", now: SyncTimes.now)
      guard read.draft.refusals.words.english.utf8.count < 3000 else {
        throw FuzzFailure(description: "its report is long")
      }
      readCount += 1
    } catch let error where error is ImportError || error is JournalError { refusedCount += 1 }
  }

  private mutating func mutated() -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
      case 3:
        let end = min(bytes.count, place + Int.random(in: 1...400, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: bytes = Array(bytes.prefix(place))
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }

  private static let health: String = {
    let day = LineMutator.today.adding(days: -3)
    func record(_ type: String, _ value: String, _ unit: String) -> String {
      #" <Record type="\#(type)" sourceName="Tom &amp; Jerry’s Watch" device="&lt;&lt;HKDevice: 0x2&gt;&gt;" unit="\#(unit)" creationDate="\#(day) 08:00:00 +0100" startDate="\#(day) 08:00:00 +0100" endDate="\#(day) 08:05:00 +0100" value="\#(value)"/>\#n"#
    }
    func record(_ type: String, _ value: String, _ unit: String, _ content: String) -> String {
      record(type, value, unit).replacing("/>", with: ">\(content)</Record>")
    }
    let beats = (10..<40).map { #"<InstantaneousBeatsPerMinute bpm="60" time="7:59:\#($0).00 AM"/>"# }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 14 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record)*)>
      <!ATTLIST HealthData locale CDATA #REQUIRED>
      ]>
      <HealthData locale="en_US">
       <ExportDate value="\(day) 10:00:00 +0100"/>

      """ + record("HKQuantityTypeIdentifierHeartRate", "72", "count/min")
        + record("HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%")
        + record("HKQuantityTypeIdentifierStepCount", "123", "count")
        + record("HKQuantityTypeIdentifierBodyMass", "80", "kg")
        + record(
          "HKQuantityTypeIdentifierRestingHeartRate", "58", "count/min",
          #"<MetadataEntry key="HKTimeZone" value="Europe/Paris"/>"#)
        + record(
          "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "41", "ms",
          "<HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList>")
        + record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepDeep", "")
        + record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAwake", "")
          + """
           <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" startDate="\(day) 08:00:00 +0100" \
          endDate="\(day) 09:00:00 +0100">
            <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>
            <WorkoutEvent type="HKWorkoutEventTypePause" date="\(day) 08:10:00 +0100"/>
            <WorkoutEvent type="HKWorkoutEventTypeResume" date="\(day) 08:20:00 +0100"/>
            <WorkoutActivity uuid="1">
             <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceSwimming" sum="1" unit="km"/>
            </WorkoutActivity>
            <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>
           </Workout>
          </HealthData>

          """
  }()
}
