/// Computes ActiGraph activity counts from raw acceleration. Published sleep and activity methods are based on these
/// counts.
///
/// The steps and coefficients of Neishabouri et al. 2022 (doi 10.1038/s41598-022-16003-x): resample to 30 Hz (rates
/// that are not a multiple are zero-stuffed by three and passed through a one-pole low-pass), round to a thousandth of
/// g, apply an eight-pole band-pass, quantize like an 8-bit sensor with a dead band, decimate to 10 Hz, sum. The
/// results equal those of PyPI's agcounts.
///
/// The three axes are processed in parallel. Adding a sample allocates nothing.
public struct ActigraphCounts: Sendable {
  /// The counts of one epoch.
  public struct Epoch: Sendable, Equatable {
    /// The epoch's index in the recording.
    public var index: Int
    public var x, y, z: Int

    /// The length of the vector of the three counts.
    public var magnitude: Double { Double(x * x + y * y + z * z).squareRoot() }
  }

  /// Sampling rates in Hz for which counts are defined.
  public static let rates: [Double] = [30, 40, 50, 60, 70, 80, 90, 100]

  // The band-pass from the paper's table, one coefficient per delay.
  private static let input: [Double] = [
    -0.009341062898525, -0.025470289659360, -0.004235264826105, 0.044152415456420, 0.036493718347760,
    -0.011893961934740, -0.022917390623150, -0.006788163862310,
  ]
  private static let output: [Double] = [
    1, -3.63367395910957, 5.03689812757486, -3.09612247819666, 0.50620507633883, 0.32421701566682,
    -0.15685485875559, 0.01949130205890,
  ]
  /// The factor from g to sensor steps.
  private static let gain = (3.0 / 4096) / (2.6 / 256) * 237.5

  /// The upsampling and downsampling factors.
  private let up, down: Int
  private let smooths: Bool
  private let epochLength: Int
  private var raw = SIMD4<Double>.zero
  private var last = SIMD4<Double>.zero
  private var smoothed = SIMD4<Double>.zero
  private var phase = 0
  // The band-pass state as a tuple: an array's bounds would be checked 14 times per sample.
  private var delay:
    (
      SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>
    ) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero)
  private var isSettled = false
  private var third = SIMD4<Double>.zero
  private var thirds = 0
  private var sum = SIMD4<Double>.zero
  private var tenths = 0
  private var isBroken = false
  private var index = 0

  /// - Parameters:
  ///   - rate: The sampling rate in Hz, one of ``rates``.
  ///   - seconds: The epoch's length in whole seconds.
  public init(rate: Double, seconds: Int = 60) throws(MovementProblem) {
    guard Self.rates.contains(rate) else { throw .rateNotDefined(rate: rate) }
    guard (1...86_400).contains(seconds) else { throw .notUsable("an epoch of \(seconds) seconds cannot be used") }
    let rate = Int(rate)
    let divisor = rate % 30 == 0 ? rate : 10
    smooths = rate % 30 != 0
    up = smooths ? 3 : 1
    down = smooths ? rate / divisor : rate / 30
    epochLength = seconds * 10
  }

  /// Adds the next sample in g. A NaN value is a gap: the last sample is repeated, and the epoch has no counts.
  ///
  /// - Returns: The epoch that this sample completes.
  @inline(__always)
  public mutating func add(_ x: Double, _ y: Double, _ z: Double) -> Epoch? {
    // No sensor measures a thousand g; a larger number would stay in the filter's state indefinitely.
    if abs(x) < 1000, abs(y) < 1000, abs(z) < 1000 {
      raw = SIMD4(x, y, z, 0)
    } else {
      isBroken = true
    }
    guard smooths else {
      defer { phase = (phase + 1) % down }
      return phase == 0 ? thirtieth(raw) : nil
    }
    let factor = Double.pi / (Double.pi + 6)
    let feedback = (Double.pi - 6) / (Double.pi + 6)
    var epoch: Epoch?
    for step in 0..<3 {
      let stuffed = step == 0 ? raw : SIMD4<Double>.zero
      smoothed = (factor * 3) * (stuffed + last) - feedback * smoothed
      last = stuffed
      if phase == 0, let full = thirtieth(smoothed) { epoch = full }
      phase += 1
      if phase == down { phase = 0 }
    }
    return epoch
  }

  /// Computes the counts of a whole recording, nil for epochs with a gap. An incomplete epoch at the end is dropped.
  public mutating func epochs(x: [Double], y: [Double], z: [Double]) -> [Epoch?] {
    var epochs: [Epoch?] = []
    for sample in 0..<min(x.count, y.count, z.count) {
      let before = index
      let epoch = add(x[sample], y[sample], z[sample])
      if index != before { epochs.append(epoch) }
    }
    return epochs
  }

  /// Processes a sample at 30 Hz.
  @inline(__always)
  private mutating func thirtieth(_ value: SIMD4<Double>) -> Epoch? {
    let value = (value * 1000).rounded(.toNearestOrEven) / 1000
    if !isSettled { settle(at: value) }
    var trimmed = filter(value) * Self.gain
    trimmed.replace(with: -trimmed, where: trimmed .< 0)
    trimmed.replace(with: 128, where: trimmed .> 128)
    trimmed.replace(with: 0, where: trimmed .< 4)
    third += trimmed.rounded(.down)
    thirds += 1
    guard thirds == 3 else { return nil }
    sum += (third / 3).rounded(.down)
    third = .zero
    thirds = 0
    tenths += 1
    guard tenths == epochLength else { return nil }
    defer {
      sum = .zero
      tenths = 0
      isBroken = false
      index += 1
    }
    return isBroken ? nil : Epoch(index: index, x: Int(sum.x), y: Int(sum.y), z: Int(sum.z))
  }

  @inline(__always)
  private mutating func filter(_ value: SIMD4<Double>) -> SIMD4<Double> {
    let result = delay.0 + -0.009341062898525 * value
    delay.0 = delay.1 + -0.025470289659360 * value - -3.63367395910957 * result
    delay.1 = delay.2 + -0.004235264826105 * value - 5.03689812757486 * result
    delay.2 = delay.3 + 0.044152415456420 * value - -3.09612247819666 * result
    delay.3 = delay.4 + 0.036493718347760 * value - 0.50620507633883 * result
    delay.4 = delay.5 + -0.011893961934740 * value - 0.32421701566682 * result
    delay.5 = delay.6 + -0.022917390623150 * value - -0.15685485875559 * result
    delay.6 = -0.006788163862310 * value - 0.01949130205890 * result
    return result
  }

  /// Sets the steady state for the first sample, so that a recording that begins at one gravity does not begin with a
  /// jump.
  private mutating func settle(at value: SIMD4<Double>) {
    let result = Self.input.reduce(0, +) / Self.output.reduce(0, +)
    var states: [Double] = []
    var state = 0.0
    for line in (1..<Self.input.count).reversed() {
      state += Self.input[line] - Self.output[line] * result
      states.insert(state, at: 0)
    }
    delay = (
      states[0] * value, states[1] * value, states[2] * value, states[3] * value, states[4] * value, states[5] * value,
      states[6] * value
    )
    isSettled = true
  }
}
