/// Time asleep, naps, Halo's own stages and sleep regularity.
extension DailyMetricsCalculator {
  func timeAsleep(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap(Phrase("no main sleep was recorded on this day")) }
    let choice = main.choice(in: source.sleeps).map { InsightInput(.device(choice: $0)) }
    return Finding(
      Double(main.minutesAsleep), main.hasStages ? .timeAsleep : .timeAsleepWithoutStages, confidence: nil,
      inputs: [main.input, choice].compactMap(\.self))
  }

  static func napping(_ naps: [SleepEpisode], besideMain: Bool) throws(InsightGap) -> Finding {
    guard !naps.isEmpty else {
      throw InsightGap(
        besideMain ? Phrase("no sleep besides the main one was recorded") : Phrase("no sleep was recorded on this day"))
    }
    return Finding(
      Double(naps.reduce(0) { $0 + $1.minutesAsleep }), .napping, confidence: nil, inputs: naps.map(\.input))
  }

  /// The main sleep by Halo's own stages. Very few nights have a raw recording.
  func ownStages(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap(Phrase("no main sleep was recorded on this day")) }
    let times = main.times
    func share(_ recording: RecordedNight) -> Double {
      Double(recording.epochs(within: times).count * RecordedNight.epoch) / Double(max(main.minutes * 60, 1))
    }
    // On a tie, the recording of the device that reported the sleep is used.
    let best = source.recordings.max {
      (share($0), $0.device == main.device ? 1 : 0, $1.device?.id ?? 0) < (
        share($1), $1.device == main.device ? 1 : 0, $0.device?.id ?? 0
      )
    }
    guard let recording = best, share(recording) > 0 else {
      throw InsightGap(
        Phrase(
          "Halo's own stages need a raw recording of the night's movement ('halo raw --accelerometer' makes one)"
        )
      )
    }
    guard share(recording) >= OwnStages.smallestShare else {
      throw InsightGap(
        Phrase(
          """
          the raw recording of the night covers \(Int(share(recording) * 100)) % of the sleep; \
          \(Int(OwnStages.smallestShare * 100)) % is needed
          """))
    }
    let heart = recording.heartShare(recording.epochs(within: times))
    guard heart >= OwnStages.smallestShare else {
      throw InsightGap(
        Phrase(
          """
          Halo's own stages need \(RecordedNight.fewestRates) heart rates from the recording device \
          in every five minutes of \
          \(Int(OwnStages.smallestShare * 100)) % of the sleep, but only \(Int(heart * 100)) % has that many
          """))
    }
    let (stages, confidence) = try OwnStages.within(times, of: recording)
    return Finding(
      stages.minutesAsleep, .ownStages, confidence: confidence,
      inputs: [
        InsightInput(.ownStages(start: stages.start, stretches: stages.stretches)),
        InsightInput(.recording(device: recording.device?.id, start: recording.start, end: recording.end)),
        main.input,
      ])
  }

  func regularity(_ day: DaySpan) throws(InsightGap) -> Finding {
    guard let states else { throw InsightGap(Phrase("there are no days")) }
    let end = min(day.end, source.now)
    let (index, known, pairs) = try states.regularity(until: end)
    let begin = end - .days(SleepStates.days)
    let sleeps = episodes.filter { $0.end > begin && $0.start < end }
    return Finding(
      index, .sleepRegularity, confidence: known,
      inputs: [
        InsightInput(.pairs(count: pairs)),
        InsightInput(
          .sleeps(count: sleeps.count, days: Int32(SleepStates.days)),
          statements: Set(sleeps.flatMap(\.records).compactMap(\.statement))),
      ])
  }
}

extension SleepEpisode {
  /// The sleep as an input.
  var input: InsightInput {
    InsightInput(
      .sleep(device: device.id, start: start, end: end, parts: records.count),
      statements: Set(statements))
  }
}
