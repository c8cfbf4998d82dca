/// Splits a recording into overlapping windows for beat detection, in bounded memory.
///
/// Samples may be unevenly timed; windows are even and never span a gap. Beats near a window's end are held back until
/// the next window, so a stream gives the same beats as a recording.
struct BeatWindows: Sendable {
  /// The time between the starts of two windows, in seconds.
  static let core = 48.0
  /// The context on both sides of a window, in seconds.
  static let margin = 6.0
  /// The longest distance between samples that is bridged, in seconds: a ring's packets arrive up to 0.3 s apart.
  static let longestGap = 0.35
  /// The minimum length in seconds; shorter stretches are not enough to learn the shape of a beat.
  static let shortest = 3.0

  /// The number of even samples processed together.
  private static let batch = 64

  /// A beat in a window; positions are in samples from the start of the window.
  struct Found {
    /// The beat's position.
    var position: Double
    /// The position of the wave's maximum.
    var top: Double
    /// The detection quality, 0…1.
    var quality: Double
  }

  /// The sampling rate of a window, in Hz.
  let rate: Double
  private var resampler: Resampler
  private var pending: [(index: Int, value: Double)] = []
  private var samples: [Double] = []
  /// The index of `samples[0]` on the resampler's grid.
  private var first = 0
  /// Beats before this sample have been emitted.
  private var done = 0
  private var last = -Double.infinity

  private let leastQuality: Double

  /// Creates windows at `rate` (Hz). A window in which most beats are below `leastQuality` is noise and yields no
  /// beats.
  init?(rate: Double, leastQuality: Double) {
    guard let resampler = Resampler(rate: rate, longestGap: Self.longestGap) else { return nil }
    self.rate = rate
    self.leastQuality = leastQuality
    self.resampler = resampler
  }

  mutating func add(time: Double, value: Double, _ look: ([Double]) -> [Found], emit: (Beat) -> Void) {
    resampler.add(time: time, value: value) { pending.append(($0, $1)) }
    if pending.count >= Self.batch { take(look, emit) }
  }

  mutating func finish(_ look: ([Double]) -> [Found], emit: (Beat) -> Void) {
    resampler.finish { pending.append(($0, $1)) }
    take(look, emit)
    emitBeats(isLast: true, look, emit)
    samples = []
  }

  private mutating func take(_ look: ([Double]) -> [Found], _ emit: (Beat) -> Void) {
    for (index, value) in pending {
      if index != first + samples.count {
        emitBeats(isLast: true, look, emit)
        samples.removeAll(keepingCapacity: true)
        first = index
        done = 0
      }
      samples.append(value)
      if Double(samples.count - done) > (Self.core + 2 * Self.margin) * rate { emitBeats(isLast: false, look, emit) }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Emits the beats found so far; beats near the end wait for the next window.
  private mutating func emitBeats(isLast: Bool, _ look: ([Double]) -> [Found], _ emit: (Beat) -> Void) {
    guard Double(samples.count) > Self.shortest * rate, let origin = resampler.origin else { return }
    let margin = Int(Self.margin * rate)
    let end = isLast ? samples.count : samples.count - margin
    var found = look(samples)
    let qualities = found.map(\.quality).sorted()
    if !qualities.isEmpty, qualities[qualities.count / 2] < leastQuality { found = [] }
    for beat in found where beat.position >= Double(done) && beat.position < Double(end) {
      let time = origin + (Double(first) + beat.position) / rate
      // A beat at the border may be found in both windows.
      guard time > last + 0.2 else { continue }
      emit(Beat(time: time, top: origin + (Double(first) + beat.top) / rate, quality: beat.quality))
      last = time
    }
    let drop = max(0, end - margin)
    samples.removeFirst(drop)
    first += drop
    done = end - drop
  }
}
