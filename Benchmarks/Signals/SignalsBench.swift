import Foundation
import HaloSignals

/// How long Halo's arithmetic on signals takes: CPU milliseconds of an hour of 25 Hz light and acceleration, the median of runs.
@main
enum SignalsBench {
  static func main() {
    let rate = 25.0
    var light: [Double] = []
    var acceleration: [SIMD3<Double>] = []
    for index in 0..<Int(3600 * rate) {
      let time = Double(index) / rate
      // A pulse of 70 to 150 bpm, movement, and something like noise that is the same in every run.
      let noise = sin(Double(index * index % 10_007))
      light.append(100 + sin(2 * .pi * (1.8 + 0.6 * sin(time / 300)) * time) + sin(16 * time) + noise)
      acceleration.append(SIMD3(0.5 * sin(16 * time) + 0.1 * noise, 0.4 * cos(16 * time), 1 + 0.1 * noise))
    }
    for (name, offline) in [("heart rate, online", false), ("heart rate, offline", true)] {
      var seconds: [Double] = []
      var windows = 0
      for _ in 0..<15 {
        let start = clock()
        windows = HeartRate.windows(light: light, acceleration: acceleration, rate: rate, offline: offline).count
        seconds.append(Double(clock() - start) / Double(CLOCKS_PER_SEC))
      }
      let median = seconds.sorted()[seconds.count / 2] * 1000
      print(
        "\(name): \((median * 100).rounded() / 100) ms of CPU an hour of 25 Hz light and acceleration (\(windows) windows)"
      )
    }
  }
}
