import HaloHealth
import HaloReports
import HaloWearables
import Testing

@Suite struct LiveReportTests {
  private static let start = Moment(milliseconds: 1_800_000_000_000, secondsFromGMT: 0)

  private func time(_ seconds: Double) -> Moment {
    Moment(milliseconds: Self.start.milliseconds + Int(seconds * 1000), secondsFromGMT: 0)
  }

  private func report(_ quantity: Metric = .heartRate, usual: Int? = 30) -> LiveReport {
    var report = LiveReport(quantity, device: "Ring", usualSeconds: usual)
    report.connect(at: Self.start)
    return report
  }

  @Test func `warm-up shows the elapsed and the usual time`() {
    var report = LiveReport(.heartRate, device: "Ring", usualSeconds: 30)
    #expect(report.words(at: time(0)).english == "Connecting to Ring …")
    report.connect(at: Self.start)
    #expect(report.state == .warmingUp)
    report.take(LiveReading(state: .warmingUp), at: time(11))
    #expect(report.words(at: time(12.9)).english == "Warming up, 12 s of about 30")
    #expect(report.words(at: time(31)).english == "Warming up, 31 s, usually about 30. Keep your hand still")
    #expect(self.report(usual: nil).words(at: time(3)).english == "Warming up, 3 s")
  }

  @Test func `a lost connection during warm-up does not restart its timer`() {
    var report = report()
    report.disconnect()
    #expect(report.words(at: time(9)).english == "The connection to Ring was lost. Reconnecting …")
    report.connect(at: time(10))
    #expect(report.seconds(at: time(15)) == 15)
  }

  @Test func `beat intervals are counted, and do not count as values`() {
    var report = report()
    report.take(LiveReading(state: .warmingUp, beatIntervalMilliseconds: 1016), at: time(8))
    #expect(!report.hasValues && report.value == nil && report.scale == nil && report.beats == 1)
    report.take(LiveReading(state: .value(58)), at: time(28))
    #expect(report.hasValues && report.state == .measuring)
    #expect(report.valueWords?.english == "58 bpm")
    report.take(LiveReading(state: .notWorn), at: time(29))
    #expect(report.value == nil && report.words(at: time(29)).english.hasPrefix("Not worn"))
  }

  @Test(arguments: [
    (from: 46.0, to: 72.0, seconds: 20), (from: 52, to: 66, seconds: 6), (from: 61, to: 63, seconds: 1),
  ])
  func `a heart rate that still climbs is marked until it is level`(from: Double, to: Double, seconds: Int) {
    var report = report()
    for second in 0...seconds {
      let value = from + (to - from) * Double(second) / Double(seconds)
      report.take(LiveReading(state: .value(value)), at: time(30 + Double(second)))
      #expect(report.isSettling)
    }
    let now = time(30 + Double(seconds))
    #expect(report.words(at: now).english == "Measuring: the value is still settling")
    #expect(report.summary(at: now).english.contains("still settling: measure longer"))
    for second in 1...11 { report.take(LiveReading(state: .value(to)), at: time(30 + Double(seconds + second))) }
    #expect(!report.isSettling)
    // A change afterwards is the wearer's.
    report.take(LiveReading(state: .value(to + 30)), at: time(80))
    #expect(!report.isSettling && report.words(at: time(80)).english == "Measuring")
  }

  @Test func `a strap's heart rate, and other quantities, are not marked`() {
    var strap = LiveReport(.heartRate, device: "Strap", kind: .strap, usualSeconds: nil)
    strap.take(LiveReading(state: .value(50)), at: time(1))
    var oxygen = report(.oxygenSaturation)
    oxygen.take(LiveReading(state: .value(95)), at: time(30))
    #expect(!strap.isSettling && !oxygen.isSettling)
  }

  @Test func `a value has an age: none, fresh, stale`() {
    var report = report()
    #expect(report.freshness(at: time(5)) == .none)
    report.take(LiveReading(state: .value(60)), at: time(30))
    #expect(report.freshness(at: time(39)) == .fresh)
    #expect(report.freshness(at: time(47)) == .stale(seconds: 17))
    #expect(report.words(at: time(47)).english == "No new value for 17 s")
    report.take(LiveReading(state: .noData), at: time(48))
    #expect(report.freshness(at: time(48)) == .none)
    var steps = self.report(.steps)
    steps.take(LiveReading(state: .value(812)), at: time(30))
    #expect(steps.freshness(at: time(400)) == .fresh)
  }

  @Test func `the scale is at least 20 bpm wide and grows in steps of 10`() {
    var report = report()
    var scales: [ClosedRange<Double>] = []
    for value in [57.0, 58, 59, 57, 61, 64, 39, 58] {
      report.take(LiveReading(state: .value(value)), at: time(30))
      if let scale = report.scale, scales.last != scale { scales.append(scale) }
    }
    #expect(scales == [40...60, 40...70, 30...70])
    var oxygen = self.report(.oxygenSaturation)
    oxygen.take(LiveReading(state: .value(100)), at: time(30))
    #expect(oxygen.scale == 80...100)
  }

  @Test(arguments: [Double.infinity, .nan, 1e20, -3])
  func `an impossible value shows no data, and not the last value again`(value: Double) {
    var report = report()
    report.take(LiveReading(state: .value(71)), at: time(30))
    report.take(LiveReading(state: .value(value)), at: time(31))
    #expect(report.state == .noData && report.value == nil)
    #expect(report.freshness(at: time(31)) == .none && report.scale?.contains(71) == true)
  }

  @Test func `the summary has the lowest, highest and mean value and their number`() {
    var report = report()
    #expect(
      report.summary(at: time(12)).english
        == "No value in 12 s. The first value takes about 30 s while the device is worn. Measure longer, and check the fit of the device."
    )
    for value in [57.0, 59, 61, 59] { report.take(LiveReading(state: .value(value)), at: time(40)) }
    report.take(LiveReading(state: .value(59), beatIntervals: [1000, 1010], rmssd: 41), at: time(50))
    #expect(
      report.summary(at: time(50)).english
        == "heart rate: 57 to 61 bpm, 59 on average, from 5 readings, 2 beat intervals, RMSSD 41 ms over the last minute."
    )
    var steps = self.report(.steps)
    for value in [1200.0, 1230] { steps.take(LiveReading(state: .value(value)), at: time(9)) }
    #expect(steps.summary(at: time(9)).english == "steps: 1,230 today, 30 of them during this measurement.")
  }
}
