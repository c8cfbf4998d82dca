import Foundation

/// Detects beats in a window of a pulse wave.
struct PulseWave: Sendable {
  /// A rise of the wave to a maximum.
  private struct Rise {
    var position: Double
    var height: Double
    let top: Int
    var agrees = false
    var likeness = 0.0
  }

  private let rate: Double
  private let band: BiquadCascade
  private let smooth: BiquadCascade
  private let detector: PulseDetector

  /// Creates a detector for waves at `rate` (Hz) that contain no frequencies above `highest` (Hz).
  init?(rate: Double, highest: Double) {
    guard let band = Butterworth.bandPass(order: 2, from: 0.4, to: min(12, highest), rate: rate),
      let smooth = Butterworth.lowPass(order: 2, cutoff: min(5, highest), rate: rate),
      let detector = PulseDetector(rate: rate)
    else { return nil }
    self.rate = rate
    self.band = band
    self.smooth = smooth
    self.detector = detector
  }

  /// Returns the beats of a window, in order.
  func beats(_ samples: [Double]) -> [BeatWindows.Found] {
    var wave = band.zeroPhase(samples)
    guard let sign = Self.polarity(wave) else { return [] }
    var light = samples
    if sign < 0 {
      for index in wave.indices { (wave[index], light[index]) = (-wave[index], -light[index]) }
    }
    wave = normalized(wave)
    let slopes = Self.slopes(smooth.zeroPhase(light))
    var rises = single(tops(wave).compactMap { rise(to: $0, wave, slopes) })
    let alone = confirm(&rises, detected(light), wave, slopes)
    let all = single(rises + alone)
    rises = removingDicroticWaves(all, agree: false)
    let seconds = all.count - rises.count
    // A wave much smaller than its neighbors is noise.
    let heights = rises.map(\.height)
    rises = rises.indices.filter { index in
      let around = heights[max(0, index - 6)...min(heights.count - 1, index + 6)].sorted()
      return heights[index] > 0.1 * around[around.count / 2]
    }.map { rises[$0] }
    let usual = align(&rises, slopes)
    if Self.isSine(usual, rises.map(\.position)) { return [] }
    let beats = removingDicroticWaves(rises, agree: true)
    // Without its lower peaks, noise looks cleaner, so the removed peaks count too. Second waves of pulses are alike.
    let left = seconds + rises.count - beats.count
    let qualities = (beats.map { $0.likeness * ($0.agrees ? 1 : 0.5) } + [Double](repeating: 0.3, count: left)).sorted()
    if left > 0, qualities[qualities.count / 2] < 0.72 { return [] }
    return beats.map {
      BeatWindows.Found(position: $0.position, top: Double($0.top), quality: $0.likeness * ($0.agrees ? 1 : 0.5))
    }
  }

  /// Returns 1 if pulses rise faster than they fall, as blood volume does; −1 if the light is inverted, as in a camera
  /// image; `nil` if nothing changes.
  private static func polarity(_ wave: [Double]) -> Double? {
    var square = 0.0
    var cube = 0.0
    for slope in slopes(wave) {
      square += slope * slope
      cube += slope * slope * slope
    }
    return square > 0 && square.isFinite ? (cube < 0 ? -1 : 1) : nil
  }

  private static func slopes(_ wave: [Double]) -> [Double] {
    wave.indices.map { $0 == 0 ? 0 : wave[$0] - wave[$0 - 1] }
  }

  /// Divides the wave by its local size (±0.5 s), so that a movement does not hide the beats beside it.
  private func normalized(_ wave: [Double]) -> [Double] {
    let reach = Int(rate / 2)
    var sums = [0.0]
    sums.reserveCapacity(wave.count + 1)
    for value in wave { sums.append(sums[sums.count - 1] + value * value) }
    let floor = (sums[wave.count] / Double(wave.count)).squareRoot() * 0.05
    return wave.indices.map { index in
      let start = max(0, index - reach)
      let end = min(wave.count, index + reach + 1)
      return wave[index] / ((max(sums[end] - sums[start], 0) / Double(end - start)).squareRoot() + floor)
    }
  }

  /// Returns the peaks found by MSPTDfast, each moved to its highest sample.
  private func tops(_ wave: [Double]) -> [Int] {
    let ratio = rate / MSPTDfast.rate
    let slow = (0..<Int(Double(wave.count - 1) / ratio)).map { index in
      let position = Double(index) * ratio
      let left = Int(position)
      return wave[left] + (wave[left + 1] - wave[left]) * (position - Double(left))
    }
    var finder = MSPTDfast()
    let reach = Int(ratio) + 1
    return finder.peaks(slow).compactMap { peak in
      let about = Int(Double(peak) * ratio)
      return (max(0, about - reach)...min(wave.count - 1, about + reach)).max { wave[$0] < wave[$1] }
    }
  }

  /// Returns the beats found by the streaming detector. It learns from the first seconds, then processes them again.
  private func detected(_ light: [Double]) -> [Double] {
    var detector = detector
    for value in light.prefix(Int(4 * rate)) { _ = detector.add(value) }
    detector.rewind()
    return light.compactMap { detector.add($0) }
  }

  /// Marks the rises that the other method found too.
  ///
  /// - Returns: The rises that only the other method found.
  private func confirm(_ rises: inout [Rise], _ others: [Double], _ wave: [Double], _ slopes: [Double]) -> [Rise] {
    var alone: [Rise] = []
    var next = 0
    for other in others {
      while next + 1 < rises.count, abs(rises[next + 1].position - other) <= abs(rises[next].position - other) {
        next += 1
      }
      if next < rises.count, abs(rises[next].position - other) < 0.15 * rate {
        rises[next].agrees = true
      } else if let top = top(after: other, wave), let rise = rise(to: top, wave, slopes),
        abs(rise.position - other) < 0.15 * rate
      {
        alone.append(rise)
      }
    }
    return alone
  }

  /// Removes second (dicrotic) waves, which are not beats: waves between two beats that are less than 1.5 usual
  /// intervals apart, and lower than both by a third if only one method found them. In the later pass (`agree`) also
  /// waves that both methods found: lower by 45 %, unlike the template, and within 0.45 s of the preceding beat.
  private func removingDicroticWaves(_ rises: [Rise], agree: Bool) -> [Rise] {
    func isSure(_ index: Int) -> Bool {
      guard agree else { return rises[index].agrees }
      let around = rises[max(0, index - 6)...min(rises.count - 1, index + 6)].map(\.height).sorted()
      return rises[index].height > 0.6 * around[around.count * 3 / 4]
    }
    let sure = rises.indices.filter(isSure)
    guard sure.count > 2 else { return rises }
    let intervals = zip(sure, sure.dropFirst()).map { rises[$1].position - rises[$0].position }
    var isSecond = [Bool](repeating: false, count: rises.count)
    for (number, (left, right)) in zip(sure, sure.dropFirst()).enumerated() where left + 1 < right {
      let around = intervals[max(0, number - 4)...min(intervals.count - 1, number + 4)].sorted()
      guard intervals[number] < 1.5 * around[around.count / 2] else { continue }
      let lower = min(rises[left].height, rises[right].height)
      for index in left + 1..<right {
        let rise = rises[index]
        isSecond[index] =
          agree
          ? rise.height < 0.65 * lower && rise.likeness < 0.93 && rise.position - rises[left].position < 0.45 * rate
          : rise.height < 0.67 * lower
      }
    }
    return rises.indices.filter { !isSecond[$0] }.map { rises[$0] }
  }

  /// Returns the first maximum of the wave within 0.4 s.
  private func top(after position: Double, _ wave: [Double]) -> Int? {
    let start = max(0, Int(position))
    let end = min(wave.count - 1, start + Int(0.4 * rate))
    guard start < end else { return nil }
    return (start..<end).first { wave[$0 + 1] < wave[$0] && wave[$0] > wave[start] } ?? end
  }

  /// Returns the rise before a maximum, from its foot, at most half a second earlier. Its position is its steepest
  /// sample.
  private func rise(to top: Int, _ wave: [Double], _ slopes: [Double]) -> Rise? {
    var foot = top
    var steepest = top
    while foot > max(1, top - Int(0.5 * rate)) {
      if slopes[foot] > slopes[steepest] { steepest = foot }
      if wave[foot - 1] > wave[foot], foot < top - 2 { break }
      foot -= 1
    }
    guard steepest > 1, steepest + 1 < slopes.count, slopes[steepest] > 0 else { return nil }
    // A slope lies between two samples.
    let position = Double(steepest) - 0.5 + Parabola.top(slopes[steepest - 1], slopes[steepest], slopes[steepest + 1])
    return Rise(position: position, height: wave[top] - wave[foot], top: top)
  }

  /// Sorts the rises; of two within 0.27 s keeps the higher.
  private func single(_ rises: [Rise]) -> [Rise] {
    var single: [Rise] = []
    for rise in rises.sorted(by: { $0.position < $1.position }) {
      if let other = single.last, rise.position - other.position < 0.27 * rate {
        if rise.height > other.height { single[single.count - 1] = rise }
      } else {
        single.append(rise)
      }
    }
    return single
  }

  /// Moves each beat to the position at which its rise best matches the template, and stores the match. A whole rise
  /// gives a more exact position than its steepest sample alone.
  ///
  /// - Returns: The template; empty if there are too few beats.
  private func align(_ rises: inout [Rise], _ slopes: [Double]) -> [Double] {
    let before = Int(0.2 * rate)
    let after = Int(0.25 * rate)
    let slack = Int(0.05 * rate)
    guard rises.count >= 5 else { return [] }
    var mean: [Double] = []
    let length = before + after + 1
    func start(_ rise: Rise) -> Int? {
      let start = Int(rise.position.rounded()) - before
      return start > slack && start + length + slack < slopes.count ? start : nil
    }
    for _ in 0..<2 {
      // The template is the mean of all rises, each scaled to the same size.
      var usual = [Double](repeating: 0, count: length)
      for rise in rises {
        guard let start = start(rise) else { continue }
        let size = slopes[start..<start + length].reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard size > 0 else { continue }
        let weight = (rise.likeness == 0 ? 1 : rise.likeness) / size
        for offset in 0..<length { usual[offset] += weight * slopes[start + offset] }
      }
      let size = usual.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard size > 0 else { return [] }
      mean = usual
      for index in rises.indices {
        guard let start = start(rises[index]) else { continue }
        let fits = Self.fits(slopes, usual, from: start - slack - 1, count: 2 * slack + 3).map { $0 / size }
        guard let best = (1...2 * slack + 1).max(by: { fits[$0] < fits[$1] }) else { continue }
        rises[index].likeness = min(max(fits[best], 0), 1)
        rises[index].position =
          Double(start + before + best - slack - 1) + Parabola.top(fits[best - 1], fits[best], fits[best + 1])
      }
    }
    return mean
  }

  /// Returns whether the template is part of a sine wave with the usual interval as its period, which no heart
  /// produces, based on the share that the best such wave explains.
  private static func isSine(_ usual: [Double], _ positions: [Double]) -> Bool {
    let intervals = zip(positions, positions.dropFirst()).map { $1 - $0 }.sorted()
    guard !intervals.isEmpty, !usual.isEmpty else { return false }
    let turn = 2 * Double.pi / intervals[intervals.count / 2]
    var cosines = 0.0
    var sines = 0.0
    var both = 0.0
    var byCosine = 0.0
    var bySine = 0.0
    var whole = 0.0
    for (index, value) in usual.enumerated() {
      let cosine = cos(turn * Double(index))
      let sine = sin(turn * Double(index))
      cosines += cosine * cosine
      sines += sine * sine
      both += cosine * sine
      byCosine += cosine * value
      bySine += sine * value
      whole += value * value
    }
    let determinant = cosines * sines - both * both
    guard determinant > 0, whole > 0 else { return false }
    let explained =
      (byCosine * byCosine * sines - 2 * byCosine * bySine * both + bySine * bySine * cosines) / determinant
    return explained > 0.95 * whole
  }

  /// Returns the correlation with a pattern at each of `count` positions.
  private static func fits(_ slopes: [Double], _ usual: [Double], from first: Int, count: Int) -> [Double] {
    slopes.withUnsafeBufferPointer { slopes in
      usual.withUnsafeBufferPointer { usual in
        // The sum of squares is updated from the previous position by its first and last terms.
        var square = 0.0
        for index in first..<first + usual.count { square += slopes[index] * slopes[index] }
        return (first..<first + count).map { start in
          let product = slopes.product(from: start, with: usual, from: 0, count: usual.count)
          let size = square
          let next = start + usual.count
          if next < slopes.count {
            square = max(square + slopes[next] * slopes[next] - slopes[start] * slopes[start], 0)
          }
          return size > 0 ? product / size.squareRoot() : 0
        }
      }
    }
  }
}
