/// Finds the beats in a window of an electrocardiogram.
struct ElectricWave: Sendable {
  private let rate: Double
  private let fast: BiquadCascade
  private let smooth: BiquadCascade

  /// Signals with `rate` samples a second, in which there is nothing above `highest` Hz.
  init?(rate: Double, highest: Double) {
    guard let fast = Butterworth.bandPass(order: 2, from: 5, to: min(20, highest), rate: rate),
      let smooth = Butterworth.bandPass(order: 1, from: 1, to: min(40, highest), rate: rate)
    else { return nil }
    self.rate = rate
    self.fast = fast
    self.smooth = smooth
  }

  /// The beats of a window, in order.
  func beats(_ samples: [Double]) -> [BeatWindows.Found] {
    let wave = fast.zeroPhase(samples)
    let energy = energy(wave)
    guard energy.contains(where: { $0 > 0 && $0.isFinite }) else { return [] }
    let places = chosen(peaks(energy), energy)
    let shape = smooth.zeroPhase(samples)
    var found = places.compactMap { refined($0, wave, shape) }
    found.sort { $0.place < $1.place }
    let likeness = likeness(found.map(\.place), shape)
    return zip(found, likeness).map { BeatWindows.Found(place: $0.place, top: $0.place, quality: $1) }
  }

  /// How much the signal within a tenth of a second around each beat is like the usual one, 0…1.
  private func likeness(_ places: [Double], _ shape: [Double]) -> [Double] {
    let reach = Int(0.1 * rate)
    let pieces = places.map { place -> [Double]? in
      let middle = Int(place.rounded())
      guard middle >= reach, middle + reach < shape.count else { return nil }
      let piece = shape[middle - reach...middle + reach]
      let mean = piece.reduce(0, +) / Double(piece.count)
      let size = piece.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
      return size > 0 ? piece.map { ($0 - mean) / size } : nil
    }
    var usual = [Double](repeating: 0, count: 2 * reach + 1)
    for case .some(let piece) in pieces {
      for place in usual.indices { usual[place] += piece[place] }
    }
    let size = usual.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard size > 0 else { return places.map { _ in 0 } }
    // At an edge of the recording there is nothing to compare.
    return pieces.map { piece in
      guard let piece else { return 0.5 }
      return min(max(zip(piece, usual).reduce(0) { $0 + $1.0 * $1.1 } / size, 0), 1)
    }
  }

  /// The squared slope, averaged over a tenth of a second.
  private func energy(_ wave: [Double]) -> [Double] {
    let reach = Int(0.05 * rate)
    var sums = [0.0]
    sums.reserveCapacity(wave.count + 1)
    for index in wave.indices {
      let slope = index == 0 ? 0 : wave[index] - wave[index - 1]
      sums.append(sums[index] + slope * slope)
    }
    return wave.indices.map { sums[min(wave.count, $0 + reach + 1)] - sums[max(0, $0 - reach)] }
  }

  /// Samples of which none within a fifth of a second is higher.
  private func peaks(_ energy: [Double]) -> [Int] {
    let reach = Int(0.2 * rate)
    var peaks: [Int] = []
    for index in 1..<max(1, energy.count - 1)
    where energy[index] > energy[index - 1] && energy[index] >= energy[index + 1] {
      if let last = peaks.last, index - last < reach {
        if energy[index] > energy[last] { peaks[peaks.count - 1] = index }
      } else {
        peaks.append(index)
      }
    }
    return peaks
  }

  /// Which peaks are beats.
  private func chosen(_ peaks: [Int], _ energy: [Double]) -> [Int] {
    // The highest of each two seconds are mostly beats: what they reach is the beginning.
    let block = Int(2 * rate)
    let highest = stride(from: 0, to: energy.count, by: block).map {
      energy[$0..<min($0 + block, energy.count)].max() ?? 0
    }
    .sorted()
    var (beat, noise) = (highest[highest.count / 2], 0.0)
    var interval = rate
    var chosen: [Int] = []
    var passed: [Int] = []
    for peak in peaks {
      if let last = chosen.last, Double(peak - last) > 1.6 * interval,
        let missed = passed.filter({ $0 > last + Int(0.27 * rate) && peak - $0 > Int(0.27 * rate) })
          .max(by: { energy[$0] < energy[$1] }), energy[missed] > 0.1 * beat
      {
        chosen.append(missed)
        beat += 0.25 * (energy[missed] - beat)
      }
      let threshold = noise + 0.25 * (beat - noise)
      // What follows a beat closely and rises less is its T wave.
      let isWaveOfBefore =
        chosen.last.map { Double(peak - $0) < 0.36 * rate && energy[peak] < 0.4 * energy[$0] } ?? false
      if energy[peak] > threshold, !isWaveOfBefore {
        if let last = chosen.last, Double(peak - last) < 2 * rate {
          interval += 0.2 * (Double(peak - last) - interval)
        }
        chosen.append(peak)
        // One movement must not hide the beats behind it.
        beat += 0.125 * (min(energy[peak], 3 * beat) - beat)
        passed.removeAll(keepingCapacity: true)
      } else {
        passed.append(peak)
        noise += 0.125 * (min(energy[peak], beat) - noise)
      }
    }
    return chosen
  }

  /// The top of R near a place, between samples.
  private func refined(_ place: Int, _ wave: [Double], _ shape: [Double]) -> (place: Double, height: Double)? {
    let reach = Int(0.08 * rate)
    let near = max(1, place - reach)...min(wave.count - 2, place + reach)
    guard near.lowerBound <= near.upperBound, let turn = near.max(by: { abs(wave[$0]) < abs(wave[$1]) }) else {
      return nil
    }
    let sign = wave[turn] < 0 ? -1.0 : 1.0
    let close = max(1, turn - Int(0.03 * rate))...min(shape.count - 2, turn + Int(0.03 * rate))
    guard let top = close.max(by: { shape[$0] * sign < shape[$1] * sign }) else { return nil }
    let shift = Parabola.top(shape[top - 1] * sign, shape[top] * sign, shape[top + 1] * sign)
    return (Double(top) + shift, shape[top] * sign)
  }
}
