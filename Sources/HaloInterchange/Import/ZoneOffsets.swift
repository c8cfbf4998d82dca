/// The offsets of a zone, looked up once for times near each other.
struct ZoneOffsets {
  /// About 18 hours, in seconds. No zone changes its offset twice within that time.
  private static let span = 1 << 16

  let zone: ImportZone
  private var begin = Int.min
  /// The offset throughout the span; `nil` if it changes.
  private var offset: Int?

  init(_ zone: ImportZone) { self.zone = zone }

  /// The same time, with the zone's offset.
  mutating func local(_ time: Moment) -> Moment {
    let seconds = time.milliseconds.floorDivided(by: 1000)
    let first = seconds & ~(Self.span - 1)
    if first != begin {
      let before = zone.secondsFromGMT(first)
      let after = zone.secondsFromGMT(first + Self.span)
      begin = first
      offset = before == after ? before : nil
    }
    return Moment(milliseconds: time.milliseconds, secondsFromGMT: offset ?? zone.secondsFromGMT(seconds))
  }
}
