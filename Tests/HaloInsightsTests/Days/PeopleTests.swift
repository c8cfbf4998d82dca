import HaloHealth
import HaloInsights
import Testing

@Suite("People with unusual days")
struct PeopleTests {
  @Test func `one night gives heart rate, HRV and sleep, and reasons for the missing baseline and regularity`() {
    var life = SimulatedLife()
    life.sleep(1, from: -1, to: 7)
    life.wear(1, from: -1, to: 9) { $0 < 3 ? 58 : $0 < 4 ? 51 : 60 }
    for hour in 0..<6 {
      life.variability.append(
        MeasuredValue(time: SimulatedLife.time(1, Double(hour)), value: 40 + Double(hour), device: "ring", statement: 7)
      )
    }
    life.sync(1, 9)
    let day = life.results(1)
    #expect(day.value(.restingHeartRate) == 51)
    #expect(day.finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate")
    #expect(day.finding(.restingHeartRate)?.confidence == 1)
    #expect(day.finding(.restingHeartRate)?.inputs.last?.statements == [1])
    #expect(day.value(.nightHeartRateVariability) == 42.5)
    #expect(day.value(.timeAsleep) == 480)
    #expect(day.account == .recorded)
    #expect(day.gap(.restingHeartRateTrend) == "no baseline yet: 0 earlier days have a value, 7 are needed")
    #expect(day.gap(.sleepRegularity)?.contains("have 0") == true)
  }

  @Test func `without nights, the resting heart rate is from quiet hours, by another algorithm, and there is no sleep`()
  {
    var life = SimulatedLife()
    life.wear(1, from: 8, to: 22) { $0 < 14 ? 75 : $0 < 15 ? 64 : 80 }
    // The wearer sat still, but had walked just before.
    life.steps = [MeasuredValue(time: SimulatedLife.time(1, 13.5), length: 900_000, value: 400, device: "ring")]
    life.sync(1, 22)
    let day = life.results(1)
    #expect(day.value(.restingHeartRate) == 64)
    #expect(day.finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate-awake")
    #expect(day.finding(.restingHeartRate)?.confidence == nil)
    #expect(day.value(.timeAsleep) == nil && day.value(.nightHeartRateVariability) == nil)
    #expect(day.account == .notWorn)
  }

  @Test func `a wearer who never stops walking has no resting heart rate`() {
    var life = SimulatedLife()
    life.wear(1, from: 8, to: 20) { _ in 90 }
    life.steps = (28..<84).map {
      MeasuredValue(time: SimulatedLife.time(1, Double($0) / 4), length: 900_000, value: 100, device: "ring")
    }
    #expect(
      life.results(1).gap(.restingHeartRate)
        == "no main sleep was recorded on this day, and no half hour awake was quiet and measured")
  }

  @Test
  func `on night shifts, the main sleep is during the day, even if the ring reports a nap, and no night is missing`() {
    var life = SimulatedLife()
    for day in 0..<10 {
      life.sleep(day, from: 8.5, to: 15, .nap)
      life.wear(day, from: 0, to: 24) { (8.5..<15).contains($0) ? 55 : 75 }
      life.sync(day, 18)
    }
    let days = life.results(days: 0...9)
    #expect(days.allSatisfy { $0.account == .recorded })
    #expect(days.allSatisfy { $0.value(.timeAsleep) == 390 && $0.value(.restingHeartRate) == 55 })
    #expect(days.allSatisfy { $0.value(.timeNapping) == nil })
    #expect(days[9].value(.sleepRegularity) == 100)
    #expect(days[9].value(.restingHeartRateTrend) == 0)
    // A day off, on which the ring was not worn during the usual hours of sleep.
    var off = life
    off.sleeps.removeLast()
    off.heartRates.removeAll { $0.time >= SimulatedLife.time(9, 8) && $0.time < SimulatedLife.time(9, 16) }
    #expect(off.results(days: 0...9)[9].account == .notWorn)
  }

  @Test func `a day with naps only has naps and no night`() {
    var life = SimulatedLife()
    // The heart rate is lowest during the nap, which is not time awake.
    life.wear(1, from: -2, to: 20) { (13..<14.5).contains($0) ? 45 : $0 < 10 ? 72 : 61 }
    life.sleep(1, from: 13, to: 14.5, .nap)
    life.sleep(1, from: 17, to: 17.5, .nap)
    life.sync(1, 20)
    let day = life.results(1)
    #expect(day.account == .napsAlone)
    #expect(day.value(.timeNapping) == 120)
    #expect(day.gap(.timeAsleep) == "no main sleep was recorded on this day")
    #expect(day.finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate-awake")
    #expect(day.value(.restingHeartRate) == 61)
  }

  @Test func `excludes sleep before midnight from the waking heart rate of a day without sleep`() {
    var life = SimulatedLife()
    life.wear(1, from: 8, to: 24) { $0 < 22 ? 66 : 50 }
    life.sleep(2, from: -2, to: 7)
    #expect(life.results(days: 1...2)[0].value(.restingHeartRate) == 66)
  }

  @Test(arguments: ["nothing", "steps", "naps", "night"])
  func `every day has each number or a reason for its absence`(day: String) {
    var life = SimulatedLife()
    life.sync(1, 22)
    if day == "steps" {
      life.movement[SimulatedLife.date(1)] = DayMovement(
        device: 1, basis: .sumOfLog, steps: 0, meters: 0, kilocalories: 0, activeMinutes: nil,
        provenance: Provenance(frames: [], decoder: "test"))
    }
    if day == "naps" { life.sleep(1, from: 13, to: 14, .nap) }
    if day == "night" { life.sleep(1, from: -1, to: 7) }
    let results = life.results(1)
    for metric in DerivedMetric.allCases { #expect(results[metric] != nil, "\(metric)") }
    #expect(
      results.gap(.timeNapping)
        == (day == "night"
          ? "no sleep besides the main one was recorded" : day == "naps" ? nil : "no sleep was recorded on this day"))
    #expect(
      results.gap(.dailyDistance)
        == (day == "steps" ? "no steps were counted" : "no distance was recorded on this day"))
    #expect(results.gap(.ownTimeAsleep)?.isEmpty == false)
    #expect(day == "night" || results.gap(.timeAsleepTrend) == results.gap(.timeAsleep))
  }

  @Test func `a ring worn for half the night gives partial sleep, marked as worn in part`() {
    var life = SimulatedLife()
    for day in 1...7 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -2, to: 20)
      life.sync(day, 9)
    }
    life.sleep(8, from: -1, to: 2.5)
    life.wear(8, from: -2, to: 2.5)
    life.wear(8, from: 9, to: 20)
    life.sync(8, 9.5)
    let day = life.results(days: 1...8)[7]
    #expect(day.account == .wornInPart)
    #expect(day.value(.timeAsleep) == 210)
    #expect(day.finding(.nightAccount)?.confidence == 0.5)
    #expect(
      day.finding(.nightAccount)?.inputs.first?.source
        == .worn(hours: 4, of: 8, from: SimulatedLife.time(8, -1), to: SimulatedLife.time(8, 7), isUsual: true))
  }

  @Test func `one night of two devices is that of the device with more sleep`() {
    var life = SimulatedLife()
    life.sleep(1, from: 0, to: 6, device: "watch")
    life.sleep(1, from: -1, to: 7, device: "ring")
    life.wear(1, from: -1, to: 7, rate: { _ in 70 }, device: "watch")
    life.wear(1, from: -1, to: 7, rate: { _ in 55 }, device: "ring")
    let day = life.results(1)
    #expect(day.value(.timeAsleep) == 480)
    #expect(day.value(.timeNapping) == nil)
    #expect(day.value(.restingHeartRate) == 55)
  }

  @Test func `two devices with the same name are distinguished`() {
    var life = SimulatedLife()
    let (first, second) = (SourceDevice(id: 1, name: "ring"), SourceDevice(id: 2, name: "ring"))
    life.sleep(1, from: 0, to: 6, device: first)
    life.sleep(1, from: -1, to: 7, device: second)
    life.wear(1, from: 0, to: 7, rate: { _ in 70 }, device: first)
    life.wear(1, from: -1, to: 7, rate: { _ in 55 }, device: second)
    #expect(life.results(1).value(.timeAsleep) == 480)
    #expect(life.results(1).value(.restingHeartRate) == 55)
    guard case .device(let asleep)? = life.results(1).finding(.timeAsleep)?.inputs.last?.source,
      case .values(.heartRate, _, 2, _, _, let rate?)? = life.results(1).finding(.restingHeartRate)?.inputs.last?.source
    else {
      Issue.record("the choice is missing")
      return
    }
    #expect(asleep.device == 2 && asleep.chosen.amount == 480 && asleep.others.map(\.amount) == [360])
    #expect(rate.device == 2 && rate.others.map(\.device) == [1])
  }

  @Test func `half an hour awake does not split a sleep, which belongs to the day of its end`() {
    var life = SimulatedLife()
    life.sleep(1, from: -2, to: -0.25)
    life.sleep(1, from: 0.25, to: 6)
    #expect(life.results(1).value(.timeAsleep) == 450)
    #expect(life.results(0).value(.timeAsleep) == nil)
    #expect(life.results(0).value(.timeNapping) == nil)
  }

  @Test func `without stages, time asleep is from sleep onset to waking up, by another algorithm`() {
    var life = SimulatedLife()
    life.sleep(1, from: -1, to: 6, stage: nil)
    #expect(life.results(1).value(.timeAsleep) == 420)
    #expect(life.results(1).finding(.timeAsleep)?.algorithm.name == "time-asleep-unstaged")
  }

  @Test func `half-hourly heart rates give the median of the night, which is not compared with nightly lows`() {
    var life = SimulatedLife()
    for day in 1...9 {
      life.sleep(day, from: -1, to: 7)
      life.wear(day, from: -1, to: 7, every: day == 9 ? 30 : 5) { _ in day == 9 ? 58 : 55 }
    }
    let days = life.results(days: 1...9)
    #expect(days[8].value(.restingHeartRate) == 58)
    #expect(days[8].finding(.restingHeartRate)?.algorithm.name == "resting-heart-rate-sparse")
    #expect(days[7].value(.restingHeartRateTrend) == 0)
    #expect(days[8].gap(.restingHeartRateTrend)?.contains("0 earlier days") == true)
  }
}
