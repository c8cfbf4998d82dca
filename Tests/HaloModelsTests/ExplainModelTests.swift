import HaloTesting
import HaloHealth
import HaloJournal
import HaloModels
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

  @Test("what was imported has no frames, and what was computed has an algorithm, and both say so")
  func others() async throws {
    try await ModelPlace.run { place in
      let imported = try await explained(
        .sample(
          Sample(
            .heartRate, 61, start: WallClock(date: SimulatedHome.morning.date, minuteOfDay: 60), source: .log,
            provenance: Provenance(frames: [], decoder: "import"))), place)
      #expect(imported.frames.isEmpty)
      #expect(imported.remark?.english == "It was imported from a file: no frames of it are here.")
      let gone = try await explained(
        .movement(
          DaySummary.Movement(
            basis: .sumOfLog, steps: 5, meters: 4, kilocalories: 1, activeMinutes: nil,
            provenance: Provenance(frames: [99_999], decoder: "colmi-ring/1"))), place)
      #expect(gone.remark?.english == "Its frames are not kept any more.")
      let computed = try await explained(
        .computed(
          ExplainSubject.Computation(
            name: "Something", value: "52", algorithm: "of-yesterday", version: 1, confidence: 0.8,
            inputs: ["heart-rate log 2026-11-20"])), place)
      #expect(computed.facts.map(\.value.english) == ["of-yesterday, version 1", "80 %"])
      #expect(computed.inputs.map(\.english) == ["heart-rate log 2026-11-20"])
    }
  }

  @Test("resting heart rate of a synced night: its algorithm, what it means, and what it was computed from")
  func computed() async throws {
    try await ModelPlace.run { place in
      try await place.fill()
      let sleep = SleepModel(place.environment)
      try await running({ await sleep.run() }) { await until({ sleep.contents.value != nil }, on: place.clock) }
      let insights = try #require(sleep.contents.value?.insights)
      #expect(insights.map(\.id).contains("restingHeartRate"), "\(insights.map(\.id))")
      let rest = try #require(insights.first { $0.id == "restingHeartRate" })
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
