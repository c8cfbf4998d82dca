/// Second-order sections one behind the other, with their state: a value that filters a stream sample by sample, or a whole recording
/// without shifting it in time.
///
/// ```swift
/// var band = Butterworth.bandPass(order: 3, from: 0.5, to: 4, rate: 25)!
/// let now = band.filter(sample)              // a stream
/// let shifted = band.zeroPhase(recording)    // a recording, forwards and backwards
/// ```
public struct BiquadCascade: Sendable, Equatable {
  public private(set) var sections: [Biquad]

  public init(_ sections: [Biquad]) {
    self.sections = sections
  }

  /// The next sample of the stream, filtered.
  @inline(__always)
  public mutating func filter(_ sample: Double) -> Double {
    var value = sample
    for index in sections.indices {
      value = sections[index].filter(value)
    }
    return value
  }

  /// The next samples of the stream, filtered in place.
  public mutating func filter(_ samples: inout [Double]) {
    filter(&samples, in: 0..<samples.count)
  }

  /// The same, in whatever order the places come.
  @inline(__always)
  private mutating func filter(_ samples: inout [Double], in order: some Collection<Int>) {
    samples.withUnsafeMutableBufferPointer { samples in
      // Two sections at a time: while one waits for what came out of it before, the other one works.
      for index in stride(from: 0, to: sections.count - 1, by: 2) {
        var (first, second) = (sections[index], sections[index + 1])
        for sample in order { samples[sample] = second.filter(first.filter(samples[sample])) }
        (sections[index], sections[index + 1]) = (first, second)
      }
      if sections.count % 2 == 1, var section = sections.last {
        for sample in order { samples[sample] = section.filter(samples[sample]) }
        sections[sections.count - 1] = section
      }
    }
  }

  /// Forgets what went through.
  public mutating func reset() {
    for index in sections.indices { sections[index].reset() }
  }

  /// Takes the state that the sections would have after `level` for ever. A stream that begins far from zero (light always does)
  /// then does not begin with the filter's own ringing.
  public mutating func settle(at level: Double) {
    var level = level
    for index in sections.indices { level = sections[index].settle(at: level) }
  }

  /// The whole recording filtered forwards, then backwards: no shift in time, the gain squared.
  ///
  /// The edges are handled as SciPy's `sosfiltfilt` does: the signal goes on beyond both ends turned about its end point, for
  /// three lengths of the filter, and each direction starts settled at its first value. A signal shorter than that is continued
  /// as far as it goes; SciPy refuses. The cascade's own state is not touched. A recording with a value that is not a number
  /// gives such values everywhere: take these out first.
  public func zeroPhase(_ samples: [Double]) -> [Double] {
    guard let head = samples.first, let tail = samples.last else { return [] }
    let reach = Swift.min(edge, samples.count - 1)
    var extended: [Double] = []
    extended.reserveCapacity(samples.count + 2 * reach)
    for index in stride(from: reach, to: 0, by: -1) { extended.append(2 * head - samples[index]) }
    extended.append(contentsOf: samples)
    for index in 0..<reach { extended.append(2 * tail - samples[samples.count - 2 - index]) }

    var forwards = self
    forwards.settle(at: extended[0])
    forwards.filter(&extended)
    var backwards = self
    backwards.settle(at: extended[extended.count - 1])
    backwards.filter(&extended, in: (0..<extended.count).reversed())
    return Array(extended[reach..<reach + samples.count])
  }

  /// Samples that a recording is continued by at each end.
  var edge: Int {
    let short = Swift.min(sections.count { $0.b2 == 0 }, sections.count { $0.a2 == 0 })
    return 3 * (2 * sections.count + 1 - short)
  }
}
