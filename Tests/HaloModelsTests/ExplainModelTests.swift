import GRDB
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloTesting
import HaloWearables
import Testing

@Suite("Following a number down to its bytes")
@MainActor
struct ExplainModelTests {
  private func explained(_ subject: ExplainSubject, _ place: ModelFixture) async throws -> ExplanationReport {
    let model = ExplainModel(subject, place.environment)
    #expect(model.contents.isLoading)
    await model.run()
    return try #require(model.contents.value)
  }

  private func eraseFrames(_ path: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM frame") }
  }

  @Test func `a point of a chart opens its own value, with the byte that holds it`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let heart = HeartModel(place.environment)
      try await running({ await heart.run() }) { await until({ heart.contents.value != nil }, on: place.clock) }
      let series = try #require(heart.contents.value?.series.first)
      let point = series.points[3]
      let report = try await explained(point.origin, place)
      #expect(report.name.english == "Heart rate")
      #expect(report.text.english == "\(Int(point.low)) bpm")
      let frame = try #require(report.shownFrames.first)
      #expect(frame.pairs.first == "15")
      #expect(frame.marks.first.map { frame.pairs[$0.from] } == Hexadecimal.string([UInt8(point.low)]))
      #expect(report.otherFrames.count > 10)
      #expect(report.messages.contains { $0.line.contains("heart") })
      #expect(report.line("device")?.text.english == "Ring")
      #expect(report.line("source")?.text.english == "measured automatically by the device")
      #expect(report.line("when")?.text.english.hasPrefix("Friday, 13 November, 00:") == true)
    }
  }

  @Test func `the lowest and the highest value of a series`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let heart = HeartModel(place.environment)
      try await running({ await heart.run() }) { await until({ heart.contents.value != nil }, on: place.clock) }
      let others = try #require(heart.contents.value?.series.dropFirst())
      let oxygen = try #require(others.first { $0.metric == .oxygenSaturation })
      for (id, name) in [("minimum", "Lowest SpO₂"), ("maximum", "Highest SpO₂")] {
        let figure = try #require(oxygen.figures.first { $0.id == id })
        let report = try await explained(try #require(figure.origin), place)
        #expect(report.name.english == name && report.text == figure.value && !report.frames.isEmpty)
      }
    }
  }

  @Test func `the explanation of an imported value has no frames, that of a computed one has an algorithm`()
    async throws
  {
    try await ModelFixture.run { place in
      try place.pair()
      let journal = place.environment.journal
      let time = Moment(SimulatedHome.morning.adding(minutes: -540), secondsFromGMT: 28_800)
      _ = try journal.keep(
        [.sample(.heartRate, 61, start: time, length: 0, .log)], of: place.accessory.device, name: "Ring",
        family: place.accessory.family, wearer: "me", from: "heart.csv", at: place.time.moment)
      let imported = try await explained(.sample(.heartRate, LocalTime(time), value: 61, .log), place)
      #expect(imported.text.english == "61 bpm" && imported.frames.isEmpty)
      #expect(imported.line("imported")?.text.english == "from line 1 of heart.csv, on Friday, 13 November")
      let midnight = Moment(WallClock(date: SimulatedHome.morning.date, secondOfDay: 0), secondsFromGMT: 28_800)
      try journal.keep(
        [
          DerivedValue(
            .restingHeartRate, 52, start: midnight, length: 86_400_000, algorithm: "of-yesterday", version: 1,
            confidence: 0.8, inputs: [DerivedInput(words: "heart-rate log 2026-11-20")])
        ], of: "me")
      let computed = try await explained(.computed(.restingHeartRate, SimulatedHome.morning.date), place)
      #expect(computed.text.english == "52 bpm")
      #expect(computed.line("algorithm")?.text.english == "of-yesterday, version 1")
      #expect(computed.line("confidence")?.text.english == "80 %")
      #expect(computed.inputs.map(\.name.english) == ["heart-rate log 2026-11-20"])
    }
  }

  @Test func `reports deleted frames of a value, and shows advice for a deleted value`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let movement = ExplainSubject.movement(SimulatedHome.morning.date)
      #expect(try await explained(movement, place).line("frames") == nil)
      try eraseFrames(place.environment.journal.path)
      #expect(
        try await explained(movement, place).line("frames")?.text.english == "The frames were deleted.")
      let never = CalendarDate(daysSince1970: 18_000)
      let subjects: [ExplainSubject] = [
        .movement(never), .computed(.restingHeartRate, never), .night(never),
        .sleep(LocalTime(WallClock(date: never, minuteOfDay: 0))),
      ]
      for subject in subjects {
        let model = ExplainModel(subject, place.environment)
        await model.run()
        #expect(model.contents.advice?.title.english == "No data", "\(subject)")
      }
    }
  }

  @Test func `every figure of Today and Sleep with an origin opens it`() async throws {
    try await ModelFixture.run { place in
      try await place.fill()
      let (today, sleep) = (TodayModel(place.environment), SleepModel(place.environment))
      try await running({ await today.run() }) { await until({ today.contents.value != nil }, on: place.clock) }
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      let day = try #require(today.contents.value)
      let lines = try day.figures + day.others + #require(sleep.contents.value).figures
      let origins = lines.compactMap(\.origin)
      #expect(origins.count > 12)
      for origin in origins { #expect(try await explained(origin, place).text.english.isEmpty == false) }
    }
  }
}
