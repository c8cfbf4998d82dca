package import HaloSignals

extension PulseBeats {
  /// Returns the beats of evenly timed samples.
  package static func find(_ samples: [Double], rate: Double) -> [Beat] {
    guard var finder = PulseBeats(rate: rate) else { return [] }
    var beats: [Beat] = []
    for (index, value) in samples.enumerated() {
      finder.add(time: Double(index) / rate, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    return beats
  }
}
