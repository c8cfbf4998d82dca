import HaloTesting
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloHeartRateMonitor
import HaloInterchange
import HaloJournal
import HaloModels
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Data for Health and the widget")
@MainActor
struct SharingTests {
  private let today = SimulatedHome.morning.date

  @Test func `a synced week becomes Health entries of the ring, each once; a second sync changes nothing`()
    async throws
  {
    let today = today
    try await ModelFixture.run { place in
      try await place.fill()
      let journal = place.environment.journal
      let date = today.adding(days: -1)
      let day = try journal.healthDay(date, wearer: "me", .bundled)
      #expect(Set(day.records).count == day.records.count)
      #expect(day.records.allSatisfy { $0.start <= $0.end })
      let kinds = Set(day.records.map { "\($0.kind)".prefix { $0 != "(" } })
      #expect(kinds == ["heartRate", "oxygenSaturation", "steps", "sleep", "restingHeartRate"])
      let measured = day.records.filter { $0.algorithm == nil }
      #expect(
        measured.allSatisfy { $0.device?.name == "Ring" && $0.device?.model != nil && $0.device?.firmware != nil })
      let asleep = day.records.reduce(0) {
        if case .sleep(let stage) = $1.kind, stage != .awake {
          $0 + ($1.end.milliseconds - $1.start.milliseconds) / 60_000
        } else {
          $0
        }
      }
      let nights = try journal.nights(from: date, to: date)
      #expect(asleep == nights.reduce(0) { $0 + $1.minutesAsleep })
      let resting = try #require(day.records.first { $0.algorithm != nil })
      let shown = try journal.derivedPoints(.restingHeartRate, of: "me", from: date, to: date)
      #expect(resting.kind == .restingHeartRate(try #require(shown.first).value))
      #expect(resting.algorithm?.hasPrefix("resting-heart-rate") == true && resting.end.wallClock.date == date)
      var ledger = HealthLedger()
      ledger.note(day)
      try await place.fill()
      #expect(!ledger.needs(try journal.healthDay(date, wearer: "me", .bundled)))
      #expect(try journal.healthDay(date, wearer: "another wearer", .bundled).isEmpty)
    }
  }

  @Test func `a strap's beats at rest have SDNN, and a workout has its heart rates, which the day does not repeat`()
    async throws
  {
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      let device = try await place.pairStrap()
      /// Measures for some seconds; returns when it began.
      @MainActor func measure(_ seconds: Int) async throws -> Moment {
        let begin = place.time.moment
        _ = try await TimeLimit.within(.seconds(seconds), place.clock) {
          try await place.environment.engine.watch(.quantity(.heartRate), of: device) { _ in
          } report: { _ in
          }
        }
        return begin
      }
      _ = try await measure(150)
      try await place.clock.sleep(for: .seconds(600))
      let begin = try await measure(150)
      let run = Workout(.running, start: begin, length: 150_000, source: .live)
      try journal.keep(run, of: "me", heart: device)
      let day = try journal.healthDay(place.environment.today, wearer: "me", .bundled)
      let variability = day.records.filter { if case .heartRateVariability = $0.kind { true } else { false } }
      let only = try #require(variability.first)
      #expect(variability.count == 1 && only.end < begin && only.device?.name == "Strap")
      // The same intervals, computed plainly: the strap reports no faulty beats.
      let beats = try journal.samples(of: .beatInterval, wearer: "me", in: only.start..<only.end + .milliseconds(1))
        .map(\.value)
      let mean = beats.reduce(0, +) / Double(beats.count)
      let deviation = (beats.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(beats.count - 1)).squareRoot()
      guard case .heartRateVariability(let sdnn) = only.kind else { return }
      #expect(abs(sdnn - deviation) < 0.15 * deviation, "\(sdnn) \(deviation)")
      let workout = try #require(day.workouts.first)
      #expect(day.workouts.count == 1 && workout.workout.kind == .running && !workout.isIndoors)
      #expect(workout.heartRates.count > 100 && workout.heartRates.allSatisfy { $0.device?.name == "Strap" })
      let rates = day.records.filter { if case .heartRate = $0.kind { true } else { false } }
      #expect(rates.count > 100 && Set(rates).isDisjoint(with: workout.heartRates))
    }
  }

  @Test func `heart rates of a workout that come from a file are not written to Health, their possible source`()
    async throws
  {
    try await ModelFixture.run { place in
      let (journal, begin) = (place.environment.journal, place.time.moment)
      let rates = (0..<9).map { minute in
        ImportedEntry.sample(.heartRate, 101 + Double(minute), start: begin + .minutes(minute), length: 0, .log)
      }
      _ = try journal.keep(
        rates, of: DeviceID("Watch"), name: "Watch", family: "import", wearer: "me", from: "export.xml", at: begin)
      try journal.keep(Workout(.running, start: begin, length: 600_000, source: .live), of: "me")
      let stored = try #require(try journal.workouts(of: "me").first)
      #expect(try journal.samples(of: stored, metrics: [.heartRate]).count == 9)
      let day = try journal.healthDay(begin.wallClock.date, wearer: "me", .bundled)
      #expect(day.workouts.map(\.heartRates) == [[]] && day.records.isEmpty)
    }
  }

  @Test func `turning Health on writes what is there once the person has answered, and it can be removed again`()
    async throws
  {
    let today = today
    try await ModelFixture.run { place in
      let dataSink = RecordingDataSink()
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        dataSink: dataSink)
      let sharing = SharingModel(environment)
      let model = SettingsModel(environment, sharing: sharing)
      try await place.fill()
      try await running({ await model.run() }) {
        await until({ model.health == .undecided }, on: place.clock)
        #expect(model.canWriteHealth && dataSink.notes.days.isEmpty)
        model.writesHealth = true
        await until({ model.health == .all }, on: place.clock)
        #expect(dataSink.notes.days.contains(today.adding(days: -1)) && model.healthText == nil)
        model.removeFromHealth()
        await until({ model.removed != nil }, on: place.clock)
        #expect(dataSink.notes.days.isEmpty && !model.writesHealth)
        #expect(!environment.settings.current.writesHealth)
        await sharing.publish()
        #expect(dataSink.notes.days.isEmpty, "writing has stopped")
      }
    }
  }

  @Test func `a measurement with a strap, which is never synced, is written too; imported data is not`() async throws {
    let today = today
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      let device = try await place.pairStrap()
      let dataSink = RecordingDataSink()
      let environment = ModelEnvironment(
        journal: journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        settings: SettingsStore(ModelSettings(writesHealth: true)), dataSink: dataSink)
      let sharing = SharingModel(environment)
      _ = try await dataSink.askForHealth()
      await sharing.publish()
      #expect(dataSink.notes.written == 0)
      _ = try await TimeLimit.within(.seconds(30), place.clock) {
        try await environment.engine.watch(.quantity(.heartRate), of: device) { _ in
        } report: { _ in
        }
      }
      await sharing.publish()
      #expect(dataSink.notes.days.contains(today) && dataSink.notes.written > 0)
      let file = place.folder.path("export.xml")
      try Data(
        """
        <?xml version="1.0"?><HealthData locale="en"><ExportDate value="2026-11-13 09:00:00 +0800"/>
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
        creationDate="2026-11-12 08:00:00 +0800" startDate="2026-11-12 08:00:00 +0800" \
        endDate="2026-11-12 08:00:00 +0800" value="61"/></HealthData>
        """.utf8
      ).write(to: URL(fileURLWithPath: file))
      guard case .reader(let reader) = try ImportFile(path: file, name: file).contents else {
        Issue.record("the export was not recognized")
        return
      }
      _ = try FileImport(reading: reader, name: file, beside: journal.path, wearer: "me", now: environment.now).keep(
        in: journal)
      let before = today.adding(days: -1)
      let imported = try journal.samples(
        of: .heartRate, wearer: "me", in: before.earliestBeginning..<before.latestEnd)
      #expect(imported.count { $0.start.wallClock.date == before } == 1)
      #expect(try journal.healthDay(before, wearer: "me", .bundled).records.isEmpty)
    }
  }

  @Test func `a denied Health is a sentence with the way to allow it; without Health there is no switch`() async throws
  {
    try await ModelFixture.run { place in
      try await place.fill()
      let dataSink = RecordingDataSink(health: .denied)
      let environment = ModelEnvironment(
        journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
        dataSink: dataSink)
      let model = SettingsModel(environment, sharing: SharingModel(environment))
      try await running({ await model.run() }) {
        model.writesHealth = true
        await until({ model.health == .denied }, on: place.clock)
        #expect(model.healthText?.english.contains("so nothing is written. Allow it in Settings") == true)
        #expect(model.historyDays == nil && model.historyText == nil)
        #expect(dataSink.notes.days.isEmpty)
      }
      let without = SettingsModel(place.environment, sharing: SharingModel(place.environment))
      #expect(!without.canWriteHealth)
    }
  }

  /// The models of sharing with Health, which the person allowed.
  private func sharing(_ place: ModelFixture, _ health: RecordingHealth) async throws -> (SharingModel, SettingsModel) {
    let dataSink = RecordingDataSink(store: health)
    _ = try await dataSink.askForHealth()
    let environment = ModelEnvironment(
      journal: place.environment.journal, radio: place.radio, registry: .bundled, driver: place.environment.driver,
      settings: SettingsStore(ModelSettings(writesHealth: true)), dataSink: dataSink)
    let sharing = SharingModel(environment)
    return (sharing, SettingsModel(environment, sharing: sharing))
  }

  /// Adds a workout of ten minutes.
  private func add(_ kind: Workout.Kind, on day: CalendarDate, at minute: Int, _ place: ModelFixture) throws {
    let start = Moment(WallClock(date: day, minuteOfDay: minute), secondsFromGMT: 28_800)
    try place.environment.journal.keep(Workout(kind, start: start, length: 600_000, source: .live), of: "me")
  }

  @Test func `a workout that Health refuses delays nothing, is named, and is tried again when the person asks`()
    async throws
  {
    let (today, day) = (today, today.adding(days: -2))
    try await ModelFixture.run { place in
      try await place.fill()
      try self.add(.running, on: day, at: 18 * 60 + 2, place)
      let health = RecordingHealth { $0.workouts.isEmpty ? nil : "Not a valid workout." }
      let (sharing, settings) = try await self.sharing(place, health)
      await sharing.publish()
      // The rest of its day and the later days are there.
      for back in 0..<5 {
        let parts = await health.days[today.adding(days: -back)] ?? []
        #expect(parts.flatMap(\.records).count > 10 && parts.flatMap(\.workouts).isEmpty, "\(back)")
      }
      #expect(
        settings.refusals.map(\.english) == [
          "Health refused a workout: Running, Wednesday, 11 November, 18:02. Not a valid workout."
        ])
      // Another day changes: the day of the workout is neither removed nor written again.
      let (removed, tried) = (await health.removed.count, await health.tried.count)
      try self.add(.walking, on: today, at: 540, place)
      await sharing.publish()
      #expect(await health.removed.dropFirst(removed) == [today])
      // Another workout of its day is accepted, and the refused one is not handed to Health again.
      await health.refuse { part in part.workouts.contains { $0.workout.kind == .running } ? "No." : nil }
      try self.add(.cycling, on: day, at: 420, place)
      try self.add(.walking, on: today, at: 560, place)
      await sharing.publish()
      #expect(await health.days[day]?.flatMap(\.workouts).map(\.workout.kind) == [.cycling])
      #expect(await !health.tried.dropFirst(tried).contains { $0.workouts.contains { $0.workout.kind == .running } })
      #expect(settings.refusals.contains { $0.english.contains("Running, Wednesday") })
      // The person asks.
      await health.refuse { _ in nil }
      try await running({ await settings.run() }) {
        settings.retryRefused()
        await until({ settings.refusals.isEmpty }, on: place.clock)
      }
      #expect(await health.days[day]?.flatMap(\.workouts).count == 2 && settings.problem == nil)
    }
  }

  @Test func `after all days were handed to Health, Settings does not claim that a refused one is there`() async throws
  {
    let today = today
    try await ModelFixture.run { place in
      let first = Moment(WallClock(date: today.adding(days: -29), minuteOfDay: 500), secondsFromGMT: 28_800)
      _ = try place.environment.journal.keep(
        [ImportedEntry.sample(.heartRate, 61, start: first, length: 0, .log)], of: DeviceID("Watch"), name: "Watch",
        family: "import", wearer: "me", from: "export.xml", at: place.time.moment)
      for back in 0..<30 {
        try self.add(back == 20 ? .running : .walking, on: today.adding(days: -back), at: 500, place)
      }
      let health = RecordingHealth { $0.workouts.contains { $0.workout.kind == .running } ? "No." : nil }
      let (sharing, settings) = try await self.sharing(place, health)
      await sharing.publish()
      #expect(settings.refusals.isEmpty)
      try await running({ await settings.run() }) {
        settings.writeHistory()
        await until({ settings.historyText?.english.hasSuffix("except for these:") == true }, on: place.clock)
      }
      #expect(
        settings.refusals.map(\.english) == ["Health refused a workout: Running, Saturday, 24 October, 08:20. No."])
      #expect(await health.days.count == 29)
    }
  }

  @Test func `a kind of entries that Health refuses is named, and the others of the day are written`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let health = RecordingHealth { $0.records.first?.kind.metric == .oxygenSaturation ? "No SpO₂." : nil }
      let (sharing, settings) = try await self.sharing(place, health)
      await sharing.publish()
      #expect(settings.refusals.first?.english == "Health refused entries: SpO₂, Friday, 13 November. No SpO₂.")
      let kinds = await Set(health.days.values.joined().flatMap(\.records).map(\.kind.metric))
      #expect(kinds == [.heartRate, .restingHeartRate, .steps, nil])
    }
  }

  @Test func `all days are written with progress; canceled or locked half-way, the next time continues`() async throws {
    let today = today
    try await ModelFixture.run { place in
      let first = Moment(WallClock(date: today.adding(days: -59), minuteOfDay: 500), secondsFromGMT: 28_800)
      _ = try place.environment.journal.keep(
        [ImportedEntry.sample(.heartRate, 61, start: first, length: 0, .log)], of: DeviceID("Watch"), name: "Watch",
        family: "import", wearer: "me", from: "export.xml", at: place.time.moment)
      for back in 0..<60 { try self.add(.walking, on: today.adding(days: -back), at: 500, place) }
      let health = RecordingHealth()
      let (sharing, settings) = try await self.sharing(place, health)
      await sharing.publish()
      #expect(await health.days.count == 11)
      #expect(settings.historyDays == 60)
      #expect(settings.historyText?.english.contains("Your data begins 60 days ago.") == true)
      try await running({ await settings.run() }) {
        settings.writeHistory()
        await until({ settings.historyProgress ?? 0 > 0.4 }, on: place.clock)
        #expect(settings.historyText?.english.hasPrefix("Day ") == true)
        settings.cancelHistory()
        await until({ settings.historyProgress == nil }, on: place.clock)
        let written = await health.days.count
        #expect((20..<60).contains(written), "\(written)")
        #expect(settings.problem == nil)
        // The latest days are first, so that nothing is missing between them and today.
        #expect(await health.days.keys.min() == today.adding(days: 1 - written))
        await health.lock(true)
        settings.writeHistory()
        await until({ settings.problem != nil }, on: place.clock)
        #expect(settings.problem?.what.english == "Not all days could be written to Health.")
        await health.lock(false)
        let removed = await health.removed.count
        settings.writeHistory()
        await until({ settings.historyText?.english == "All days were written." }, on: place.clock)
        #expect(await health.days.count == 60 && settings.problem == nil)
        #expect(await health.removed.count - removed == 60 - written, "each day is written once")
      }
    }
  }

  @Test func `an entry that ends before it begins never reaches Health`() {
    let (late, early) = (
      Moment(milliseconds: 1_795_309_200_000, secondsFromGMT: 0),
      Moment(milliseconds: 1_795_309_100_000, secondsFromGMT: 0)
    )
    let wrong = HealthRecord(.inBed, start: late, end: early, device: nil)
    let right = HealthRecord(.inBed, start: early, end: late, device: nil)
    #expect(HealthDay(today, records: [wrong, right]).parts.flatMap(\.records) == [right])
    let run = Workout(.running, start: early, length: 60_000, source: .live)
    #expect(HealthWorkout(run, isIndoors: false, heartRates: [wrong, right]).heartRates == [right])
  }

  @Test func `a goal can be cleared, and is not set again`() async throws {
    try await ModelFixture.run { place in
      let model = SettingsModel(place.environment, sharing: SharingModel(place.environment))
      try await running({ await model.run() }) {
        model.profile.stepGoal = 9000
        try await place.clock.sleep(for: .seconds(1))
        #expect(place.environment.profile.current.stepGoal == 9000)
        model.profile.stepGoal = nil
        model.profile.sleepGoalMinutes = nil
        model.profile.firstWeekday = .sunday
        #expect(model.stepGoalText.english == "No goal" && model.sleepGoalText.english == "No goal")
        try await place.clock.sleep(for: .seconds(1))
      }
      let kept = try place.environment.journal.profile(of: "me")
      #expect(kept.stepGoal == nil && kept.sleepGoalMinutes == nil && kept.firstWeekday == .sunday)
    }
  }

  @Test func `the snapshot counts two devices that begin in the same minute`() async throws {
    let today = today
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      var text = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep\n"
      for (device, until, steps) in [("phone", "06:10", 450), ("watch", "06:40", 800), ("phone", "05:10", 900)] {
        let (start, end) = ("\(today)T\(until.prefix(2)):00:00+00:00", "\(today)T\(until):00+00:00")
        text += "\(start),\(end),steps,\(steps),count,log,\(device),\(device),me,0,\n"
      }
      _ = try journal.keep(export: text, name: "two.csv", at: place.time.moment)
      // The phone counted more: of the watch, three quarters count.
      #expect(try journal.widgetSnapshot(of: today, wearer: "me", secondsFromGMT: 0).steps == 1950)
    }
  }

  @Test func `the snapshot contains the wearer's current day and the time of the last sync`() async throws {
    let today = today
    try await ModelFixture.run { place in
      let journal = place.environment.journal
      #expect(try journal.widgetSnapshot(of: today, wearer: "me", secondsFromGMT: 28_800).synced == nil)
      try await place.fill()
      let widgetSnapshot = try journal.widgetSnapshot(of: today, wearer: "me", secondsFromGMT: 28_800)
      #expect(
        widgetSnapshot.date == today && widgetSnapshot.sleep != nil && widgetSnapshot.heartRate != nil
          && widgetSnapshot.battery != nil)
      #expect(widgetSnapshot.synced.map { abs($0 - place.time.moment.milliseconds / 1000) < 3600 } == true)
      // The widget says until when the steps are counted, on the person's clock.
      let now = place.time.wallClock.time.minutes
      #expect(widgetSnapshot.syncedTime.map { (now - 60...now).contains($0.minutes) } == true)
      let tomorrow = today.adding(days: 1)
      #expect(try journal.widgetSnapshot(of: tomorrow, wearer: "me", secondsFromGMT: 28_800).syncedTime == nil)
      #expect(try journal.widgetSnapshot(of: today, wearer: "another wearer", secondsFromGMT: 28_800).sleep == nil)
      let left = try JSONEncoder().encode(widgetSnapshot)
      #expect(WidgetSnapshot.read(left, on: today) == widgetSnapshot)
      #expect(
        WidgetSnapshot.read(left, on: today.adding(days: 1)) == nil && WidgetSnapshot.read(Data(), on: today) == nil)
      #expect(widgetSnapshot.sleep.map { $0.hours * 60 + $0.minutes } == widgetSnapshot.sleep?.minutesAsleep)
    }
  }
}
