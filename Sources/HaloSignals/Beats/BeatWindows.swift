/// Cuts a recording into windows that are looked at one after the other, each with what is around it, in bounded memory.
///
/// Samples may be unevenly timed; windows are even, and none reaches across a gap. Beats near a window's end wait for the next
/// window, so that a stream gives the same beats as a recording.
struct BeatWindows: Sendable {
  /// Seconds from a window to the next.
  static let core = 48.0
  /// Seconds that are looked at on both sides for what is around.
  static let margin = 6.0
  /// The longest distance between samples that is bridged, in seconds: a ring's packets come up to 0.3 s apart.
  static let longestGap = 0.35
  /// Shorter stretches than that, in seconds, are too short to know what a beat looks like.
  static let shortest = 3.0

  /// Even samples that are taken together.
  private static let batch = 64

  /// A beat in a window: places are samples from the window's first one.
  struct Found {
    /// When it was.
    var place: Double
    /// The wave's top.
    var top: Double
    /// How far it can be trusted, 0…1.
    var quality: Double
  }

  /// Samples a second of a window.
  let rate: Double
  private var resampler: Resampler
  private var pending: [(index: Int, value: Double)] = []
  private var samples: [Double] = []
  /// The index of the first of them on the resampler's grid.
  private var first = 0
  /// Beats before that sample were emitted.
  private var done = 0
  private var last = -Double.infinity

  private let leastQuality: Double

  /// Windows at `rate`. One whose beats are mostly of a lower quality than `leastQuality` has none: noise.
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
    tell(isLast: true, look, emit)
    samples = []
  }

  private mutating func take(_ look: ([Double]) -> [Found], _ emit: (Beat) -> Void) {
    for (index, value) in pending {
      if index != first + samples.count {
        tell(isLast: true, look, emit)
        samples.removeAll(keepingCapacity: true)
        first = index
        done = 0
      }
      samples.append(value)
      if Double(samples.count - done) > (Self.core + 2 * Self.margin) * rate { tell(isLast: false, look, emit) }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Tells the beats of what has come; those near the end wait for what follows.
  private mutating func tell(isLast: Bool, _ look: ([Double]) -> [Found], _ emit: (Beat) -> Void) {
    guard Double(samples.count) > Self.shortest * rate, let origin = resampler.origin else { return }
    let margin = Int(Self.margin * rate)
    let end = isLast ? samples.count : samples.count - margin
    var found = look(samples)
    let qualities = found.map(\.quality).sorted()
    if !qualities.isEmpty, qualities[qualities.count / 2] < leastQuality { found = [] }
    for beat in found where beat.place >= Double(done) && beat.place < Double(end) {
      let time = origin + (Double(first) + beat.place) / rate
      // A beat at the border may be seen from both sides.
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
