import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

@testable import HaloReports

/// Workouts of files, whose heart rates, speeds and distances are among what devices logged.
@Suite("Imported workouts")
struct ImportedWorkoutTests {
  private static let start = Moment(milliseconds: 1_775_000_000_000, secondsFromGMT: 7200)
  private let folder: TemporaryFolder
  private let journal: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
  }

  private static func moment(_ seconds: Double) -> Moment { start + .milliseconds(Int(seconds * 1000)) }

  private static func logged(
    _ metric: Metric, _ values: [(Double, Double)], length: Int = 0, _ source: SampleSource = .log
  ) -> [ImportedEntry] {
    values.map { .sample(metric, $1, start: moment($0), length: length * 1000, source) }
  }

  private static func workout(
    _ kind: Workout.Kind = .running, seconds: Int, meters: Double? = nil, kilocalories: Double? = nil,
    paused: Int? = nil
  ) -> Workout {
    Workout(
      kind, start: start, length: seconds * 1000, meters: meters, kilocalories: kilocalories,
      paused: paused.map { $0 * 1000 }, source: .log)
  }

  private func keep(_ entries: [ImportedEntry], of name: String, in journal: Journal? = nil, at second: Double = 90_000)
    throws
  {
    _ = try (journal ?? self.journal).keep(
      entries, of: DeviceID(name), name: name, family: "import", wearer: "Ida", from: "export.xml",
      at: Self.moment(second))
  }

  private func report(_ journal: Journal? = nil, zones: HeartRateZones? = nil) throws -> WorkoutReport {
    let journal = journal ?? self.journal
    let stored = try #require(try journal.workouts(of: "Ida").first)
    let now = Self.moment(90_000)
    return try Reports(journal: journal, wearer: "Ida", time: ReportJournal.time(now)).workout(stored, zones: zones)
  }

  private func recording() throws -> WorkoutRecording {
    try journal.recording(of: #require(try journal.workouts(of: "Ida").first))
  }

  // MARK: Heart rates

  /// Arguments: seconds between the values, their length, the words, the seconds that each counts.
  @Test(arguments: [
    (7, 0, "about every 7 s", 7), (90, 3, "about every 90 s", 90), (240, 240, "about every 4 min", 240),
    (720, 0, "about every 12 min", 300),
  ])
  func `the values of its source are its heart rate, each until the next one, for its interval at most`(
    every: Int, length: Int, words: String, held: Int
  ) throws {
    // Two before and one at the end do not belong to it.
    let values = (-2...4).map { (Double($0 * every), $0 < 0 || $0 == 4 ? 199.0 : 120 + Double($0) * 11) }
    try keep(
      Self.logged(.heartRate, values, length: length) + [.workout(Self.workout(seconds: 4 * every))], of: "Watch")
    let run = try report(zones: HeartRateZones(maximum: 190))
    #expect(run.averageHeartRate == 137 && run.highestHeartRate == 153)
    #expect(
      run.series(.heartRate)?.times == [0, every, 2 * every, 3 * every]
        && run.series(.heartRate)?.low == [120, 131, 142, 153])
    #expect(run.series(.heartRate)?.interval == held && run.series(.heartRate)?.source == .log)
    #expect(run.heart == "Watch" && run.device == "Watch" && run.heartRateReason == nil)
    let note = "From 4 values of Watch, \(words)."
    #expect(run.notes?["heart-rate"]?.english == note)
    #expect(run.figure(.workoutHighestHeartRate)?.note?.english == note)
    let missing = 4 * (every - held)
    #expect(
      run.figure(.workoutAverageHeartRate)?.note?.english
        == (missing == 0
          ? note : "\(note) No heart rate for \(MeasureWording.clock(seconds: Double(missing)).english)."))
    #expect(run.spreads?["heart-rate"]?.seconds == Double(4 * held))
    let zones = try #require(run.zones?.zones.map(\.seconds))
    #expect(zones == [0, 0, Double(2 * held), Double(held), Double(held), 0])
    let points = try recording().points
    #expect(points.count == 4 && points.allSatisfy { $0.heartRate != nil && $0.meters == nil })
  }

  @Test func `a single value is one value, and counts for five minutes at most`() throws {
    try keep(Self.logged(.heartRate, [(61.5, 133)]) + [.workout(Self.workout(seconds: 1500))], of: "Band")
    let run = try report()
    #expect(run.averageHeartRate == 133 && run.spreads?["heart-rate"]?.seconds == 300)
    #expect(run.figure(.workoutHighestHeartRate)?.note?.english == "From 1 value of Band.")
  }

  @Test func `its own source counts, although another device has more`() throws {
    try keep(Self.logged(.heartRate, (0..<100).map { (Double($0 * 6), 90) }), of: "Ring")
    try keep(Self.logged(.heartRate, [(10, 141), (250, 143)]) + [.workout(Self.workout(seconds: 600))], of: "Watch")
    #expect(try report().highestHeartRate == 143)
    #expect(try report().heart == "Watch")
  }

  @Test(arguments: [SampleSource.log, .manual, .push])
  func `without own values those of the device with most of them count, by name`(source: SampleSource) throws {
    try keep([.workout(Self.workout(seconds: 1200, meters: 3100))], of: "Running app")
    try keep(Self.logged(.heartRate, [(30, 95), (60, 96)], source), of: "Ring")
    try keep(Self.logged(.heartRate, (0..<4).map { (Double($0 * 300), 150 + Double($0)) }, source), of: "Watch")
    let run = try report()
    #expect(run.device == "Running app" && run.heart == "Watch" && run.highestHeartRate == 153)
    #expect(run.notes?["heart-rate"]?.english == "From 4 values of Watch, about every 5 min.")
    // The explanation names the same device.
    let reports = try Reports(journal: journal, wearer: "Ida", time: ReportJournal.time(Self.moment(90_000)))
    let why = try reports.explanation(of: .workout(run.id), .bundled) { _, _ in nil }
    #expect(why.lines.contains { $0.text.english == "Average and highest heart rate are from 4 readings of Watch." })
  }

  @Test func `a priority decides which other device counts`() throws {
    try keep([.workout(Self.workout(seconds: 1200))], of: "Running app")
    try keep(Self.logged(.heartRate, [(30, 95), (60, 96)]), of: "Ring")
    try keep(Self.logged(.heartRate, (0..<4).map { (Double($0 * 300), 150) }), of: "Watch")
    let ring = try #require(try journal.allDevices().first { $0.name == "Ring" })
    try journal.prioritize([ring], for: .metric(.heartRate), of: "Ida")
    #expect(try report().heart == "Ring")
  }

  @Test func `a workout that Halo recorded without a heart rate has that of a ring's log`() throws {
    let ring = Self.logged(.heartRate, (0..<6).map { (Double($0 * 300 + 40), 101) })
    try keep(ring, of: "Ring")
    try journal.keep(
      Workout(.cycling, start: Self.start, length: 1_800_000, meters: 9000, source: .live), of: "Ida")
    let ride = try report()
    #expect(ride.averageHeartRate == 101 && ride.notes?["heart-rate"]?.english.contains("6 values of Ring") == true)
  }

  @Test func `no heart rate was recorded only if no device has one of its time`() throws {
    try keep([.workout(Self.workout(seconds: 900, meters: 2000))], of: "App")
    try keep(Self.logged(.heartRate, [(-0.5, 88), (900, 89)]), of: "Ring")
    #expect(try report().heartRateReason?.english == "No heart rate was recorded in this workout.")
    #expect(try recording().points.isEmpty)
    // A strap that had been measuring since before.
    try keep(Self.logged(.heartRate, (-40..<20).map { (Double($0), 120) }, .live), of: "Strap")
    let run = try report()
    #expect(run.heartRateReason == nil && run.notes?["heart-rate"]?.english == "Measured by Strap.")
    #expect(run.series(.heartRate)?.count == 23)
  }

  // MARK: Distances and speeds

  /// Arguments: the file's distance; the distance at the ends of the intervals.
  @Test(arguments: [(nil, [50.0, 250, 350, 450]), (900, [100, 500, 700, 900])] as [(Double?, [Double])])
  func `logged distances are its course, in proportion at its ends, and end with its distance`(
    meters: Double?, course: [Double]
  ) throws {
    // Half of the first and of the last interval are in the workout of 10 minutes.
    let entries =
      Self.logged(.distance, [(-60, 100), (540, 200)], length: 120)
      + Self.logged(.distance, [(60, 200)], length: 180) + Self.logged(.distance, [(240, 100)], length: 300)
      + Self.logged(.distance, [(0, 5000)], length: 3600)
    try keep(entries + [.workout(Self.workout(seconds: 600, meters: meters))], of: "Phone")
    let points = try recording().points
    let seconds = points.map { ($0.time - Self.start).milliseconds / 1000 }
    #expect(seconds == [0, 59, 239, 539, 599])
    #expect(zip(points.dropFirst(), course).allSatisfy { abs(($0.meters ?? 0) - $1) < 0.01 })
    let walk = try report()
    #expect(walk.distance == course.last)
    #expect(
      walk.figure(.distance)?.note?.english == (meters == nil ? "From 4 values of Phone, about every 3 min." : nil))
    #expect(walk.notes?["distance"] != nil)
  }

  @Test func `another device's distances and speeds alone are no distance`() throws {
    try keep([.workout(Self.workout(seconds: 600))], of: "App")
    try keep(
      Self.logged(.distance, [(0, 300)], length: 300) + Self.logged(.speed, [(0, 2.5), (300, 3.5)], length: 10),
      of: "Phone")
    let run = try report()
    #expect(run.distance == nil && run.figure(.averageSpeed)?.text?.english == "10.8 km/h")
    #expect(run.notes?["speed"]?.english == "From 2 values of Phone, about every 5 min.")
    #expect(try recording().points.count == 2)
  }

  @Test(arguments: [90_000, 90_500, 179_001])
  func `files end with its distance, before its end`(length: Int) throws {
    let speeds = stride(from: 0, through: length / 1000 + 20, by: 20).map { (Double($0), 3 + Double($0 % 3)) }
    let run = Workout(.running, start: Self.start, length: length, meters: 321, kilocalories: 31, source: .log)
    try keep(Self.logged(.speed, speeds) + Self.logged(.power, speeds) + [.workout(run)], of: "Watch")
    let recording = try recording()
    let last = try #require(recording.points.last)
    #expect(last.time < recording.end && (recording.end - last.time).milliseconds <= 1000)
    #expect(abs((last.meters ?? 0) - 321) < 1e-6)
    #expect(zip(recording.points, recording.points.dropFirst()).allSatisfy { ($0.meters ?? 0) <= ($1.meters ?? 0) })
    #expect(recording.points.count { $0.watts != nil } == (length + 19_999) / 20_000)
  }

  // MARK: Pauses

  @Test(arguments: [(nil, "50:00", nil), (0, "50:00", nil), (725, "37:55", "Without 12:05 of pauses.")])
  func `its time and its speed are those without pauses`(paused: Int?, text: String, note: String?) throws {
    try keep([.workout(Self.workout(seconds: 3000, meters: 9100, paused: paused))], of: "Watch")
    let run = try report()
    #expect(run.figure(.duration)?.text?.english == text && run.figure(.duration)?.note?.english == note)
    #expect(run.seconds == Double(3000 - (paused ?? 0)) && run.paused == paused.map { Double($0) })
    #expect((run.end - run.start).milliseconds == 3_000_000)
    let speed = try #require(run.figure(.averageSpeed))
    #expect(speed.value == (9100 / run.seconds * 100).rounded() / 100 && speed.source == "algorithm")
  }

  @Test(arguments: [nil, 0, 333] as [Int?])
  func `pauses survive an import, a second one, a merge and the loss of the file`(paused: Int?) throws {
    let entries = [ImportedEntry.workout(Self.workout(seconds: 2000, paused: paused))]
    try keep(entries, of: "Watch")
    try keep(entries, of: "Watch")
    let stored = try #require(try journal.workouts().first)
    #expect(stored.workout.paused == paused.map { $0 * 1000 } && stored.isImported)
    #expect(try journal.importRuns().count == 1)
    // Another file contradicts it: it counts once the first import is undone.
    try keep([.workout(Self.workout(seconds: 2000, paused: 41))], of: "Watch", at: 90_001)
    #expect(try journal.workouts().map(\.workout.paused) == [paused.map { $0 * 1000 }])
    let other = try Journal(path: folder.path("other.sqlite"))
    try keep(Self.logged(.steps, [(0, 1)]), of: "Phone", in: other)
    try other.keep(
      Workout(.rowing, start: Self.moment(9000), length: 90_000, paused: 5000, source: .live), of: "Ida")
    func merge(_ from: Journal, into journal: Journal) throws {
      _ = try JournalMerge(from.path, name: "file", into: journal.path, .bundled, now: Self.moment(90_002))
        .run(into: journal)
    }
    try merge(journal, into: other)
    let merged = try other.workouts().map(\.workout.paused)
    #expect(merged == [paused.map { $0 * 1000 }, 5000])
    try merge(other, into: journal)
    #expect(try journal.workouts().map(\.workout.paused) == [paused.map { $0 * 1000 }, 5000])
    let first = try #require(try journal.importRuns().last)
    _ = try journal.undo(first, families: []) { _, _, _ in throw CancellationError() }
    #expect(try journal.workouts().first?.workout.paused == 41_000)
  }

  @Test(arguments: [-1, 2001, Int.max, Int.min])
  func `pauses longer than the workout are refused`(milliseconds: Int) {
    let run = Workout(.running, start: Self.start, length: 2000, paused: milliseconds, source: .log)
    #expect(DataBounds(now: Self.moment(10)).problem(run) == .value)
    #expect((0...2000).contains(run.activeLength))
  }
}
