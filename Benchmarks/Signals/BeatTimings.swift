import WholeRecordings
import HaloSignals

/// Measures beat detection: nanoseconds per sample of the streaming detector, and CPU milliseconds per hour of light
/// and of an electrocardiogram.
enum BeatTimings {
  static func report() {
    let rate = SyntheticSignals.beatRate
    let light = SyntheticSignals.pulses()
    var count = 0
    let streaming = Stopwatch.best(of: 15) {
      guard var detector = PulseDetector(rate: rate) else { return }
      count = 0
      for value in light where detector.add(value) != nil { count += 1 }
    }
    Stopwatch.printLine("streaming detector", streaming / Double(light.count) * 1e6, "ns a sample, \(count) beats")
    var beats: [Beat] = []
    let finding = Stopwatch.best(of: 5) { beats = PulseBeats.find(light, rate: rate) }
    Stopwatch.printLine("beats", finding, "ms of CPU an hour of 125 Hz light, \(beats.count) beats")
    var used = 0
    let variability = Stopwatch.best(of: 9) { used = VariabilityAnalysis(pulses: beats).used }
    Stopwatch.printLine("variability", variability, "ms of CPU an hour, \(used) intervals used")
    var sum = 0.0
    let confidence = Stopwatch.best(of: 15) { for beat in beats { sum += beat.confidence(isElectric: false) } }
    Stopwatch.printLine("confidence of beats", confidence, "ms of CPU an hour, \(sum > 0 ? beats.count : 0) beats")
    let electric = SyntheticSignals.electrocardiogram()
    var peaks = 0
    let electricTime = Stopwatch.best(of: 5) {
      guard var finder = RPeaks(rate: SyntheticSignals.electricRate) else { return }
      peaks = 0
      for (index, value) in electric.enumerated() {
        finder.add(time: Double(index) / SyntheticSignals.electricRate, value: value) { _ in peaks += 1 }
      }
      finder.finish { _ in peaks += 1 }
    }
    Stopwatch.printLine("electrocardiogram", electricTime, "ms of CPU an hour of 250 Hz, \(peaks) beats")
  }
}
