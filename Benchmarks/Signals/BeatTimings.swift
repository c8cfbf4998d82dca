import HaloSignals

/// How long finding beats takes: nanoseconds a sample of the streaming detector, and CPU milliseconds of an hour of light.
enum BeatTimings {
  static func report() {
    let rate = MadeSignals.beatRate
    let light = MadeSignals.pulses()
    var count = 0
    let streaming = Stopwatch.best(of: 15) {
      guard var detector = PulseDetector(rate: rate) else { return }
      count = 0
      for value in light where detector.add(value) != nil { count += 1 }
    }
    Stopwatch.tell("streaming detector", streaming / Double(light.count) * 1e6, "ns a sample, \(count) beats")
    var beats: [Beat] = []
    let finding = Stopwatch.best(of: 5) { beats = PulseBeats.find(light, rate: rate) }
    Stopwatch.tell("beats", finding, "ms of CPU an hour of 125 Hz light, \(beats.count) beats")
    var used = 0
    let variability = Stopwatch.best(of: 9) { used = VariabilityAnalysis(pulses: beats).used }
    Stopwatch.tell("variability", variability, "ms of CPU an hour, \(used) intervals used")
  }
}
