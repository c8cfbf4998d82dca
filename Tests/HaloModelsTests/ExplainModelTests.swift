import GRDB
import HaloTesting
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloWearables
import Testing

@Suite("Following a number down to its bytes")
@MainActor
struct ExplainModelTests {
  private func explained(_ subject: ExplainSubject, _ place: ModelPlace) async throws -> ExplainModel.Contents {
    let model = ExplainModel(subject, place.environment)
    #expect(model.contents.isLoading)
    await model.run()
    return try #require(model.contents.value)
  }

  private func eraseFrames(_ path: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM frame") }
  }

  @Test("a heart rate: its frames, the device's words, the decoder")
  func sample() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let heart = HeartModel(place.environment)
      try await running({ await heart.run() }) { await until({ heart.contents.value != nil }, on: place.clock) }
      guard case .day(let series?, _) = heart.contents.value else { return }
      let point = series.points[3]
      let contents = try await explained(point.origin, place)
      #expect(contents.name.english == "Heart rate")
      #expect(contents.value.english == "\(Int(point.low)) bpm")
      #expect(contents.frames.count > 10)
      #expect(contents.frames.allSatisfy { $0.bytes.count == 32 })
      #expect(contents.frames[0].grouped.hasPrefix("15 "))
      #expect(contents.messages.contains { $0.contains("heart") }, "\(contents.messages)")
      let facts = Dictionary(uniqueKeysWithValues: contents.facts.map { ($0.id, $0.value.english) })
      #expect(facts["device"] == "Ring")
      #expect(facts["decoder"]?.hasPrefix("colmi-ring/") == true)
      #expect(facts["source"] == "measured by the device by itself")
      #expect(facts["when"]?.hasPrefix("Friday, 13 November, 00:") == true)
      #expect(facts["told"]?.contains("heart rate") == true, "\(facts)")
      #expect(contents.remark == nil)
    }
  }

  @Test("a night and a day's steps")
  func nightAndSteps() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let today = TodayModel(place.environment)
      try await running({ await today.run() }) { await until({ today.contents.value != nil }, on: place.clock) }
      let day = try #require(today.contents.value)
      let night = try await explained(try #require(day.night?.origin), place)
      #expect(night.name.english == "Sleep" && !night.frames.isEmpty && !night.messages.isEmpty)
      let steps = try await explained(try #require(day.steps?.figure.origin), place)
      #expect(steps.name.english == "Steps" && !steps.frames.isEmpty)
      #expect(steps.facts.first?.value.english == "The device's own total of the day.")
    }
  }

  @Test("the lowest and the highest value of a series")
  func extremes() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let heart = HeartModel(place.environment)
      try await running({ await heart.run() }) { await until({ heart.contents.value != nil }, on: place.clock) }
      guard case .day(_, let others) = heart.contents.value else { return }
      let oxygen = try #require(others.first { $0.metric == .oxygenSaturation })
      for (id, name) in [("minimum", "Lowest blood oxygen"), ("maximum", "Highest blood oxygen")] {
        let figure = try #require(oxygen.figures.first { $0.id == id })
        let contents = try await explained(try #require(figure.origin), place)
        #expect(contents.name.english == name && contents.value == figure.value && !contents.frames.isEmpty)
      }
    }
  }

  @Test("an imported value has no frames, a computed one has an algorithm, and both say so")
  func others() async throws {
    try await ModelPlace.run { place in
      try place.pair()
      let journal = place.environment.journal
      let time = Moment(SimulatedHome.morning.adding(minutes: -540), secondsFromGMT: 28_800)
      _ = try journal.keep(
        [.sample(.heartRate, 61, start: time, length: 0, .log)], of: place.accessory.device, name: "Ring",
        family: place.accessory.family, wearer: "me", from: "heart.csv", at: place.time.moment)
      let imported = try await explained(.point(.heartRate, LocalTime(time), value: 61, .log), place)
      #expect(imported.value.english == "61 bpm" && imported.frames.isEmpty)
      #expect(imported.remark?.english == "It was imported from a file: no frames of it are here.")
      let midnight = Moment(WallClock(date: SimulatedHome.morning.date, secondOfDay: 0), secondsFromGMT: 28_800)
      try journal.keep(
        [
          DerivedValue(
            .restingHeartRate, 52, start: midnight, length: 86_400_000, algorithm: "of-yesterday", version: 1,
            confidence: 0.8, inputs: ["heart-rate log 2026-11-20"])
        ], of: "me")
      let computed = try await explained(.figure("resting-heart-rate@\(SimulatedHome.morning.date)"), place)
      #expect(computed.value.english == "52 bpm")
      #expect(computed.facts.map(\.value.english) == ["of-yesterday, version 1", "80 %"])
      #expect(computed.inputs.map(\.english) == ["heart-rate log 2026-11-20"])
    }
  }

  @Test("a value whose frames are gone says so, and one that is gone itself has advice")
  func gone() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let movement = ExplainSubject.figure("movement@\(SimulatedHome.morning.date)")
      #expect(try await explained(movement, place).remark == nil)
      try eraseFrames(place.environment.journal.path)
      #expect(try await explained(movement, place).remark?.english == "Its frames are not kept any more.")
      for id in [
        "movement@2020-01-01", "movement@", "sleep@2026-11-12T23:00:01+08:00", "sleep@",
        "resting-heart-rate@2020-01-01",
        "resting-heart-rate", "something@2026-11-13", "",
      ] {
        let model = ExplainModel(.figure(id), place.environment)
        await model.run()
        #expect(model.contents.advice?.title.english == "No data", "\(id)")
      }
    }
  }

  @Test("every figure of Today and Sleep that has an origin opens it")
  func figures() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let (today, sleep) = (TodayModel(place.environment), SleepModel(place.environment))
      try await running({ await today.run() }) { await until({ today.contents.value != nil }, on: place.clock) }
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      let day = try #require(today.contents.value)
      let lines = try day.figures + day.others + #require(sleep.contents.value).figures
      let origins = lines.compactMap(\.origin)
      #expect(origins.count > 12)
      for origin in origins { #expect(try await explained(origin, place).value.english.isEmpty == false) }
    }
  }

  @Test("resting heart rate of a synced night: its algorithm, what it means, and what it was computed from")
  func computed() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let sleep = SleepModel(place.environment)
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      let insights = try #require(sleep.contents.value?.figures)
      #expect(insights.map(\.id).contains("resting-heart-rate"), "\(insights.map(\.id))")
      let rest = try #require(insights.first { $0.id == "resting-heart-rate" })
      #expect(rest.value.english.hasSuffix(" bpm"))
      let contents = try await explained(try #require(rest.origin), place)
      #expect(contents.facts.map(\.id) == ["algorithm", "definition", "source", "confidence", "meaning"])
      #expect(!contents.inputs.isEmpty)
      // In another language the whole of it is in that language.
      #expect(contents.inputs.allSatisfy { !$0.arguments.isEmpty && $0.key != "%@" }, "\(contents.inputs)")
      #expect(contents.facts.first { $0.id == "definition" }?.value.key != "%@")
      #expect(contents.value == rest.value)
    }
  }
}
