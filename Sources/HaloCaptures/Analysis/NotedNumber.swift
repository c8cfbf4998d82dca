/// A number that a person noted during the capture, such as steps on a display or a speed in kilometers per hour.
public struct NotedNumber: Hashable, Sendable {
  /// The time; `nil` if only the order is known.
  public let time: CaptureTime?
  /// The number, finite.
  public let value: Double

  /// Creates a note; `nil` if `value` is not finite.
  public init?(time: CaptureTime? = nil, _ value: Double) {
    guard value.isFinite else { return nil }
    self.time = time
    self.value = value
  }
}

/// Assigns each noted number a position between the frames.
struct NotedPlaces {
  /// A position between two frames: `share` (0…1) of the way from one to the next.
  struct Place {
    let index: Int
    let share: Double
  }

  /// The position of each noted number, with the number.
  let places: [(place: Place, value: Double)]

  /// With times, each number lies between the frames around its time, or at the nearest frame if it is outside of all.
  /// Without times, there is one number per frame if the counts are equal; otherwise the numbers are spread evenly over
  /// the frames.
  init(_ notes: [NotedNumber], _ frames: [CharacteristicFrame]) {
    guard !frames.isEmpty, !notes.isEmpty else {
      places = []
      return
    }
    let times = frames.map { $0.time?.microseconds }
    let isTimed = notes.allSatisfy { $0.time != nil } && times.allSatisfy { $0 != nil }
    let sorted = isTimed ? times.enumerated().map { ($0.offset, $0.element ?? 0) }.sorted { $0.1 < $1.1 } : []
    places = notes.enumerated().compactMap { number, note in
      if isTimed, let time = note.time?.microseconds {
        let next = sorted.partitioningIndex { $0.1 >= time }
        guard next < sorted.count else {
          return sorted.last.map { (Place(index: $0.0, share: 0), note.value) }
        }
        let (after, afterTime) = sorted[next]
        guard next > 0, sorted[next - 1].0 + 1 == after else { return (Place(index: after, share: 0), note.value) }
        let (before, beforeTime) = sorted[next - 1]
        let span = Double(afterTime) - Double(beforeTime)
        let share = span > 0 ? (Double(time) - Double(beforeTime)) / span : 0
        return (Place(index: before, share: share), note.value)
      }
      if notes.count == frames.count { return (Place(index: number, share: 0), note.value) }
      let position = notes.count == 1 ? 0 : Double(number) * Double(frames.count - 1) / Double(notes.count - 1)
      return (Place(index: Int(position), share: position - position.rounded(.down)), note.value)
    }
  }

  /// Returns a noted number and the value of a series at its position, interpolated linearly; `nil` if the series has
  /// none there.
  static func pair(
    _ note: (place: Place, value: Double), _ count: Int, _ series: (Int) -> Double?
  ) -> (x: Double, y: Double)? {
    guard let here = series(note.place.index) else { return nil }
    guard note.place.share > 0, note.place.index + 1 < count else { return (here, note.value) }
    guard let next = series(note.place.index + 1) else { return nil }
    return (here + (next - here) * note.place.share, note.value)
  }
}
