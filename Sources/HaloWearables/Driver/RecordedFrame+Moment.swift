public import HaloBluetooth
public import HaloHealth

extension RecordedFrame {
  /// When it went over the link.
  public var moment: Moment { Moment(time, secondsFromGMT: secondsFromGMT) }
}
