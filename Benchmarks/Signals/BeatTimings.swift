import Foundation
import HaloSignals

/// How long finding beats takes: nanoseconds a sample of the streaming detector, and CPU milliseconds of an hour of light.
enum BeatTimings {
  static func report() {
    // An hour of 125 Hz: pulses with a second hump, a slow drift, and something like noise that is the same in every run.
    let rate = 125.0
    let light = (0..<Int(3600 * rate)).map { index in
      let time = Double(index) / rate
      let phase = (time * 1.2 + 0.1 * sin(time / 20)).truncatingRemainder(dividingBy: 1)
      let pulse = exp(-pow((phase - 0.2) / 0.08, 2)) + 0.3 * exp(-pow((phase - 0.5) / 0.1, 2))
      return 1000 + 10 * pulse + 3 * sin(time / 5) + 0.1 * sin(Double(index * index % 10_007))
    }
    var seconds: [Double] = []
    var count = 0
    for _ in 0..<9 {
      guard var detector = PulseDetector(rate: rate) else { return }
      count = 0
      let start = clock()
      for value in light where detector.add(value) != nil { count += 1 }
      seconds.append(Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    let nanoseconds = seconds.sorted()[4] / Double(light.count) * 1e9
    print(
      "streaming detector: \((nanoseconds * 100).rounded() / 100) ns a sample (\(count) beats in an hour of 125 Hz light)"
    )
    var beats: [Beat] = []
    let start = clock()
    beats = PulseBeats.find(light, rate: rate)
    let found = clock()
    let analysis = VariabilityAnalysis(pulses: beats)
    let told = clock()
    func milliseconds(_ from: Int, _ to: Int) -> Double {
      (Double(to - from) / Double(CLOCKS_PER_SEC) * 1e5).rounded() / 100
    }
    print("beats in windows: \(milliseconds(start, found)) ms of CPU an hour of 125 Hz light (\(beats.count) beats)")
    print("variability: \(milliseconds(found, told)) ms of CPU an hour (\(analysis.used) intervals used)")
  }
}
