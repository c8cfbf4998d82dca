package import HaloHealth

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Moment {
  /// A point in time to the millisecond, where the clock on the wall was that many seconds ahead of UTC.
  package init(_ date: Date, secondsFromGMT: Int) {
    self.init(
      milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded(.down)), secondsFromGMT: secondsFromGMT)
  }
}
