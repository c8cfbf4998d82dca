public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RecordedFrame {
  /// When it went over the link.
  public var moment: Moment {
    Moment(
      milliseconds: Int((time.timeIntervalSince1970 * 1000).rounded(.down)), secondsFromGMT: secondsFromGMT)
  }
}
