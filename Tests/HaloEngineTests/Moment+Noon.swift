import HaloHealth

extension Moment {
  /// Noon of 2026-11-12 in GMT.
  static let noon = Moment(milliseconds: 1_794_484_800_000, secondsFromGMT: 0)
}
