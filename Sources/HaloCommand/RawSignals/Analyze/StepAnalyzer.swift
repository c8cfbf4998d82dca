import HaloInterchange
import HaloSignals

/// Passes the rows of a recording to the step counter: unchanged if their rate is known, resampled if they only have
/// times. Only the data for the report is kept in memory.
struct StepAnalyzer {
  /// The samples per second; `nil` until known.
  private(set) var rate: Double?
  /// The reason why steps cannot be counted at that rate.
  private(set) var problem: MovementProblem?
  private(set) var counter: StepCounter?
  private(set) var curve: MovementCurve?
  private let factor: Double
  private let isTimed: Bool
  /// True if the rows are resampled to an even grid.
  private var isResampled: Bool
  /// Low rates miss the peaks of steps; cubic interpolation to this rate recovers most of them.
  private static let minimumGridRate = 50.0
  private var resamplers: [Resampler] = []
  /// The resampled values of each axis that one row completes.
  private var values: [[Double]] = [[], [], []]
  private var first = 0
  /// The index of the next even sample.
  private var next = 0

  /// - Parameter rate: The rows per second, if known.
  init(rate: Double?, unit: AccelerationUnit) {
    factor = unit.gravities
    isTimed = rate == nil
    isResampled = isTimed
    if let rate { start(rate) }
  }

  mutating func take(_ block: SignalBlock) {
    // Estimate the rate from the median distance of the first rows.
    if isTimed, rate == nil, let rate = Self.rate(of: block.times) { start(rate) }
    guard counter != nil else { return }
    for row in block.times.indices {
      let x = block.values[0][row] * factor
      let y = block.values[1][row] * factor
      let z = block.values[2][row] * factor
      if !isResampled {
        add(x, y, z)
      } else if x.isFinite, y.isFinite, z.isFinite {
        resample { $0.add(time: block.times[row], value: [x, y, z][$1], emit: $2) }
      }
    }
  }

  mutating func finish() {
    resample { resampler, _, emit in resampler.finish(emit) }
    counter?.finish()
  }

  private mutating func start(_ rate: Double) {
    self.rate = rate
    do throws(MovementProblem) {
      // Check the original rate, so that the error names it and not the resampled rate.
      _ = try StepCounter(rate: rate)
      let grid = rate < Self.minimumGridRate * 0.4 ? rate * (Self.minimumGridRate / rate).rounded(.up) : rate
      isResampled = isTimed || grid > rate
      counter = try StepCounter(rate: grid, measured: rate)
      curve = try MovementCurve(rate: grid)
      if let resampler = Resampler(rate: grid, longestGap: StepCounter.longestBridge) {
        resamplers = [resampler, resampler, resampler]
      }
    } catch {
      problem = error
    }
  }

  static func rate(of times: [Double]) -> Double? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? nil : 1 / steps[steps.count / 2]
  }

  /// Counts the resampled values that `body` emits for each axis. All axes have the same times, and therefore the
  /// same indices.
  private mutating func resample(_ body: (inout Resampler, _ axis: Int, (Int, Double) -> Void) -> Void) {
    for axis in resamplers.indices {
      values[axis].removeAll(keepingCapacity: true)
      body(&resamplers[axis], axis) { index, value in
        if axis == 0, values[0].isEmpty { first = index }
        values[axis].append(value)
      }
    }
    // Indices jump at most once: after a gap there is one sample, and later samples come in later calls.
    for offset in values[0].indices {
      let index = first + offset
      if index > next {
        counter?.skip(index - next)
        curve?.skip(index - next)
        next = index
      }
      add(values[0][offset], values[1][offset], values[2][offset])
    }
  }

  private mutating func add(_ x: Double, _ y: Double, _ z: Double) {
    counter?.add(x, y, z)
    curve?.add(x, y, z)
    next += 1
  }
}
