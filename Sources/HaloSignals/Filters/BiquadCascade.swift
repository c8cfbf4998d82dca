/// A cascade of second-order sections, with their state: filters the samples of a stream, or a whole recording without
/// shifting it in time.
///
/// ```swift
/// var band = Butterworth.bandPass(order: 3, from: 0.5, to: 4, rate: 25)!
/// band.filter(&samples)                      // the next samples of a stream
/// let shifted = band.zeroPhase(recording)    // a recording, forwards and backwards
/// ```
public struct BiquadCascade: Sendable, Equatable {
  /// The sections, in order.
  public private(set) var sections: [Biquad]

  /// Creates a cascade of sections.
  public init(_ sections: [Biquad]) {
    self.sections = sections
  }

  /// Filters the next samples of the stream in place.
  public mutating func filter(_ samples: inout [Double]) {
    filter(&samples, in: 0..<samples.count)
  }

  /// Filters the samples in the given order of indices.
  @inline(__always)
  private mutating func filter(_ samples: inout [Double], in order: some Collection<Int>) {
    samples.withUnsafeMutableBufferPointer { samples in
      // Two sections at a time: while one waits for its previous output, the other computes.
      for index in stride(from: 0, to: sections.count - 1, by: 2) {
        var first = sections[index]
        var second = sections[index + 1]
        for sample in order { samples[sample] = second.filter(first.filter(samples[sample])) }
        sections[index] = first
        sections[index + 1] = second
      }
      if sections.count % 2 == 1, var section = sections.last {
        for sample in order { samples[sample] = section.filter(samples[sample]) }
        sections[sections.count - 1] = section
      }
    }
  }

  /// Sets the steady state of all sections for a constant input of `level`. A stream that begins far from zero (as
  /// light always does) then does not begin with the filter's ringing.
  public mutating func settle(at level: Double) {
    var level = level
    for index in sections.indices { level = sections[index].settle(at: level) }
  }

  /// Filters a whole recording forwards, then backwards: no time shift, squared gain.
  ///
  /// Edges are handled as in SciPy's `sosfiltfilt`: the signal is extended at both ends by odd reflection, for three
  /// filter lengths, and each direction starts settled at its first value. A shorter signal is extended by its own
  /// length; SciPy raises an error. The cascade's own state does not change. NaN values spread to the whole result, so
  /// remove them first.
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

  /// The number of samples by which a recording is extended at each end.
  var edge: Int {
    let short = Swift.min(sections.count { $0.b2 == 0 }, sections.count { $0.a2 == 0 })
    return 3 * (2 * sections.count + 1 - short)
  }
}
