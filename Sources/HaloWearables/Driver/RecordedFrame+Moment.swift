extension RecordedFrame {
  /// The time at which the frame was sent or received.
  public var moment: Moment { Moment(time, secondsFromGMT: secondsFromGMT) }
}
