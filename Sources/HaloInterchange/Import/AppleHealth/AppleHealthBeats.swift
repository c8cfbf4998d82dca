/// The beats in a record of HRV, with their rates (`InstantaneousBeatsPerMinute`). Their times have no date, and many phones
/// write them with 12 hours: only the times between beats count.
struct AppleHealthBeats {
  private static let fewestDifferences = 20
  private static let most = 10_000
  private static let halfDay = 43_200.0

  /// The interval and the time of each beat, in seconds.
  private var beats: [(interval: Double, time: Double)] = []

  /// Adds a beat, unless its rate or time is not plausible.
  mutating func add(_ rate: ByteSlice?, _ time: ByteSlice?) {
    guard beats.count < Self.most, let rate = rate.flatMap(AppleHealthNumber.value), (20...300).contains(rate),
      let time = time.flatMap(Self.time)
    else { return }
    beats.append((60 / rate, time))
  }

  /// Returns the RMSSD in milliseconds, and forgets the beats; `nil` without enough beats that directly follow each other.
  mutating func finish() -> Double? {
    guard !beats.isEmpty else { return nil }
    defer { beats = [] }
    let squares = zip(beats, beats.dropFirst()).compactMap { first, second -> Double? in
      let gap = (second.time - first.time + Self.halfDay).truncatingRemainder(dividingBy: Self.halfDay)
      let difference = second.interval - first.interval
      return abs(gap - second.interval) < second.interval / 4 ? difference * difference : nil
    }
    guard squares.count >= Self.fewestDifferences else { return nil }
    return 1000 * (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// Parses a time of day such as `7:47:41.86 PM`, in seconds since midnight or noon.
  private static func time(_ text: ByteSlice) -> Double? {
    let parts = text.text.prefix(40).split(separator: ":", maxSplits: 2)
    guard parts.count == 3, let hours = Int(parts[0]), (0..<24).contains(hours), let minutes = Int(parts[1]),
      (0..<60).contains(minutes),
      let seconds = Double(parts[2].prefix { $0.isNumber || $0 == "." || $0 == "," }.replacing(",", with: ".")),
      (0..<61).contains(seconds)
    else { return nil }
    return Double(hours % 12 * 3600 + minutes * 60) + seconds
  }
}
