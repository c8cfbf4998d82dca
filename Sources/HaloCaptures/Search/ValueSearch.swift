/// Searches the values of all characteristics for known values, in every encoding.
///
/// A match is ranked by how unlikely it is: a value of two bytes is somewhere in 100 random frames, but hardly in a
/// field that has had three values. Equal bytes at the same place count once, because a value that stays is repeated.
public struct ValueSearch {
  private struct Place: Hashable {
    let value: Int
    let pattern: Int
    let offset: Int
  }

  private struct Hit {
    let place: Place
    let range: Range<Int>
    let frames: [Int]
    let chance: Double
  }

  private let values: [KnownValue]
  /// For each first byte the patterns that can begin with it.
  private var starts = [[(value: Int, pattern: Int)]](repeating: [], count: 256)

  /// Prepares the search.
  public init(_ values: [KnownValue]) {
    self.values = values
    for (index, value) in values.enumerated() {
      for (number, pattern) in value.patterns.enumerated() {
        for byte in 0..<256 where UInt8(byte) & pattern.mask[0] == pattern.bytes[0] {
          starts[byte].append((index, number))
        }
      }
    }
  }

  /// Finds the values, the least likely matches first. Of overlapping matches of a value only the best is returned.
  public func matches(_ streams: [CharacteristicFrames.Stream]) -> [ValueMatch] {
    // Every place could have held the value.
    let placeCount = streams.reduce(1) { $0 + ($1.frames.lazy.map(\.bytes.count).max() ?? 0) }
    return streams.flatMap { matches($0, Double(placeCount)) }.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  private func matches(_ stream: CharacteristicFrames.Stream, _ placeCount: Double) -> [ValueMatch] {
    var found: [Place: [Int]] = [:]
    for (number, frame) in stream.frames.enumerated() {
      for (offset, byte) in frame.bytes.enumerated() {
        for (value, pattern) in starts[Int(byte)]
        where values[value].patterns[pattern].matches(frame.bytes, at: offset) {
          found[Place(value: value, pattern: pattern, offset: offset), default: []].append(number)
        }
      }
    }
    let statistics = PlaceStatistics(stream.frames)
    let all = found.map { place, frames in
      let pattern = values[place.value].patterns[place.pattern]
      // A value in an unusual encoding is less likely meant. The shares of up to 150 encodings add up to about 1.
      let share = 1 / Double(5 * (place.pattern + 2))
      let chance = statistics.chance(pattern, at: place.offset) * placeCount / share
      return Hit(place: place, range: pattern.range(at: place.offset), frames: frames, chance: chance)
    }.sorted { ($0.chance, $0.place.pattern, $0.place.offset) < ($1.chance, $1.place.pattern, $1.place.offset) }
    var hits: [Hit] = []
    for hit in all where !hits.contains(where: { $0.place.value == hit.place.value && $0.range.overlaps(hit.range) }) {
      hits.append(hit)
    }
    return hits.map { hit in
      // Values that belong together are in the same frames, or at the same place at other times.
      let others = values.indices.filter { $0 != hit.place.value }.map { other in
        hits.first { $0.place.value == other && isBeside($0, hit) }.map { min(1, $0.chance) } ?? 1
      }
      return ValueMatch(
        value: values[hit.place.value], encoding: values[hit.place.value].patterns[hit.place.pattern].encoding,
        source: stream.source, range: hit.range, first: stream.frames[hit.frames[0]], count: hit.frames.count,
        chance: hit.chance, rank: others.reduce(hit.chance, *))
    }
  }

  private func isBeside(_ one: Hit, _ other: Hit) -> Bool {
    guard one.range.overlaps(other.range) else { return !Set(one.frames).isDisjoint(with: other.frames) }
    return one.range == other.range && one.place.pattern == other.place.pattern
  }
}

/// The number of times that each byte is at each place of a characteristic's frames.
private struct PlaceStatistics {
  private let frames: [CharacteristicFrame]
  /// For each offset the number of frames with each byte.
  private var counts: [[Int]] = []
  private var totals = [Int](repeating: 0, count: 256)

  init(_ frames: [CharacteristicFrame]) {
    self.frames = frames
    for frame in frames {
      while counts.count < frame.bytes.count { counts.append([Int](repeating: 0, count: 256)) }
      for (offset, byte) in frame.bytes.enumerated() {
        counts[offset][Int(byte)] += 1
        totals[Int(byte)] += 1
      }
    }
  }

  /// Returns the expected number of matches of a pattern at a place by chance: the probability of its bytes, as frequent
  /// as they are elsewhere, times the number of different values at the place.
  func chance(_ pattern: BytePattern, at offset: Int) -> Double {
    let range = pattern.range(at: offset)
    let outside = counts.indices.filter { !range.contains($0) }.reduce(1) { $0 + counts[$1].reduce(0, +) }
    var chance = 1.0
    for (byte, mask) in zip(pattern.bytes, pattern.mask) {
      let inside = range.reduce(0) { $0 + counts[$1][Int(byte)] }
      let share = Double(totals[Int(byte)] - inside) / Double(outside)
      chance *= mask == 0xFF ? max(1.0 / 256, share) : 1 / Double(1 << mask.nonzeroBitCount)
    }
    let different = Set(
      frames.lazy.filter { $0.bytes.count >= range.upperBound }.map { frame in
        zip(frame.bytes[range], pattern.mask).map { $0 & $1 }
      })
    return min(1, chance * Double(different.count))
  }
}
