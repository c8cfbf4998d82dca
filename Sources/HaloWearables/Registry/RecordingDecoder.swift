/// A frame decoder that also extracts health data from a recording whose frames have no times.
public protocol RecordingDecoder: FrameDecoder {
  /// Decodes a frame. `emit` is called with each message that the frame completes, and the indices of its frames in the
  /// recording, from 0.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    emit: (any DayMessage, [Int]) -> Void)

  /// Emits messages that are still incomplete, and drops them.
  mutating func finish(emit: (any DayMessage, [Int]) -> Void)
}

/// A message that may contain health data of a day.
public protocol DayMessage: MessageFields {
  /// The dates in the message. The newest of them is not after today.
  var namedDates: [CalendarDate] { get }

  /// Today's date, if the message gives both a date and how many days ago it was.
  var today: CalendarDate? { get }

  /// Returns the message's entry in the device's log, as a session with the device has it; `nil` if the message has no
  /// data of days. Devices count days back from `today`, the date of the device's clock at the request.
  func entry(today: CalendarDate, frames: [Int]) -> LogEntry?
}
