import HaloHealth
import HaloInsights
import Testing

@Suite("Epochs of a raw recording")
struct RecordedNightTests {
  /// A recording with `rate` readings per second, at rest except for the `moving` minutes.
  private func chunks(minutes: Range<Int>, rate: Int = 1, moving: Set<Int> = []) -> [RawChunk] {
    minutes.map { minute -> RawChunk in
      let offsets = (0..<60 * rate).map { UInt16($0 * 1000 / rate) }
      let values = offsets.indices.flatMap { place -> [Float] in
        moving.contains(minute) && place.isMultiple(of: 2) ? [0.5, 0, 1] : [0, 0, 1]
      }
      return RawChunk(
        .accelerometer, start: Moment(milliseconds: minute * 60_000, secondsFromGMT: 0), offsets: offsets,
        values: values)
    }
  }

  @Test(arguments: [1, 25])
  func `measures movement independently of the rate`(rate: Int) throws {
    let nights = RecordedNight.all(in: chunks(minutes: 0..<200, rate: rate, moving: [5]), heartRates: [])
    let night = try #require(nights.first)
    #expect(nights.count == 1 && night.movement.count == 400)
    #expect(night.movement[10] > 0.4 && night.movement[11] > 0.4)
    #expect(night.movement[..<10].allSatisfy { $0 == 0 })
    #expect(night.movement[13...].allSatisfy { $0 == 0 })
    #expect(night.heartRateDeviation.allSatisfy { $0.isNaN }, "no heart rate is made up")
    #expect(night.end.milliseconds == 200 * 60_000)
  }

  @Test func `does not treat missing data as rest, and ignores short recordings`() throws {
    let broken = chunks(minutes: 0..<100) + chunks(minutes: 110..<250)
    let night = try #require(RecordedNight.all(in: broken, heartRates: []).first)
    #expect(night.movement[200..<220].allSatisfy { $0.isNaN })
    #expect(night.movement[..<200].allSatisfy { !$0.isNaN })
    #expect(RecordedNight.all(in: chunks(minutes: 0..<100) + chunks(minutes: 130..<230), heartRates: []).isEmpty)
    #expect(RecordedNight.all(in: [], heartRates: []).isEmpty)
  }

  @Test(arguments: [10, 60, 300])
  func `a night with heart rates has Halo's own stages besides the device's`(seconds: Int) throws {
    var life = SimulatedLife()
    life.sleep(1, from: 0, to: 7)
    #expect(life.results(1).gap(.ownTimeAsleep)?.contains("need a raw recording of the night's movement") == true)
    let start = SimulatedLife.time(1, -1).milliseconds
    // Movement for an hour, and then rest except for a minute each half hour.
    let still: [Float] = (0..<60).flatMap { _ -> [Float] in [0, 0, 1] }
    let lively: [Float] = (0..<60).flatMap { place -> [Float] in
      [Float(place * 37 % 11) / 10, Float(place * 53 % 7) / 10, 1]
    }
    let offsets = (0..<60).map { UInt16($0 * 1000) }
    let chunks = (0..<540).map { minute -> RawChunk in
      let isMoving = minute < 60 || minute >= 480 || minute.isMultiple(of: 30)
      return RawChunk(
        .accelerometer, start: Moment(milliseconds: start + minute * 60_000, secondsFromGMT: SimulatedLife.offset),
        offsets: offsets, values: isMoving ? lively : still)
    }
    let rates = (0..<540 * 60 / seconds).map { place -> MeasuredValue in
      let time = Moment(milliseconds: start + place * seconds * 1000, secondsFromGMT: SimulatedLife.offset)
      return MeasuredValue(time: time, value: Double(60 + place * 7 % 5), device: "ring")
    }
    life.recordings = RecordedNight.all(in: chunks, heartRates: rates, device: "ring")
    guard seconds < 300 else {
      // A ring's log with a value every five minutes is too sparse, so no stages are shown.
      #expect(life.results(1).gap(.ownTimeAsleep)?.contains("in every five minutes of 80 % of the sleep") == true)
      return
    }
    let finding = try #require(life.results(1).finding(.ownTimeAsleep))
    #expect((300...420).contains(finding.value))
    #expect(finding.confidence.map { $0 > 0.5 } == true)
    let value = DerivedValue(
      .ownTimeAsleep, finding.value, start: SimulatedLife.time(1, 0), length: 86_400_000,
      algorithm: finding.algorithm.name,
      version: finding.algorithm.version, inputs: finding.inputs.map { DerivedInput($0.source) })
    let stages = try #require(OwnStages(value))
    #expect(stages.minutesAsleep == finding.value)
    #expect(stages.start == SimulatedLife.time(1, 0))
    #expect(stages.minutes(in: [.light, .deep, .rem]) == stages.minutesAsleep)
    #expect(stages.stretches.reduce(0) { $0 + $1.epochs } == 840)
    // A recording of half the night is not enough.
    life.recordings = RecordedNight.all(in: Array(chunks.prefix(270)), heartRates: rates, device: "ring")
    #expect(
      life.results(1).gap(.ownTimeAsleep) == "the raw recording of the night covers 50 % of the sleep; 80 % is needed"
    )
  }

  @Test func `uses the heart rates of one device, so two that disagree do not count as deviation`() throws {
    let rates = (0..<200 * 6).flatMap { place -> [MeasuredValue] in
      let time = Moment(milliseconds: place * 10_000, secondsFromGMT: 0)
      let strap = MeasuredValue(time: time, value: 60, device: "strap")
      return place.isMultiple(of: 3) ? [strap, MeasuredValue(time: time, value: 70, device: "ring")] : [strap]
    }
    let night = try #require(RecordedNight.all(in: chunks(minutes: 0..<200), heartRates: rates).first)
    #expect(night.heartRateDeviation[100] == 0)
    // Heart rates of devices other than the recording one do not count.
    let other = RecordedNight.all(in: chunks(minutes: 0..<200), heartRates: rates, device: "watch")
    #expect(other.first?.heartRateDeviation.allSatisfy { $0.isNaN } == true)
  }

  @Test func `measures the deviation of the heart rate around each epoch`() throws {
    let rates = (0..<200 * 6).map { place in
      MeasuredValue(
        time: Moment(milliseconds: place * 10_000, secondsFromGMT: 0),
        value: place < 600 ? 60 : place.isMultiple(of: 2) ? 58 : 62, device: "ring")
    }
    let night = try #require(RecordedNight.all(in: chunks(minutes: 0..<200), heartRates: rates).first)
    #expect(night.heartRateDeviation[100] == 0)
    #expect(abs(night.heartRateDeviation[300] - 2) < 0.1)
  }
}
