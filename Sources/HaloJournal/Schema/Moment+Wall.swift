import HaloHealth

extension Moment {
  /// The moment `start`, in milliseconds since 1970, at which the local time was `wall`, in seconds.
  init(start: Int, wall: Int) {
    self.init(milliseconds: start, secondsFromGMT: wall - start.floorDivided(by: Milliseconds.second))
  }
}
