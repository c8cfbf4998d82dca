public import HaloBluetooth
public import HaloHealth

/// A frame decoder that also tells what the messages of a recording say of a wearer's days, although nobody knows when its frames came.
public protocol RecordingDecoder: FrameDecoder {
  /// Decodes a frame. `emit` gets each message that becomes whole with it, and the places of its frames in the recording, from 0.
  mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    emit: (any DayMessage, [Int]) -> Void)

  /// Emits what is still unfinished, and forgets it.
  mutating func finish(emit: (any DayMessage, [Int]) -> Void)
}

/// A message that may tell something of its device's days.
public protocol DayMessage: MessageFields {
  /// The days that the message names by date, of which the newest is today at the earliest.
  var namedDates: [CalendarDate] { get }

  /// Today, if the message gives both a date and how many days ago it was.
  var today: CalendarDate? { get }

  /// The readings in the message. Devices count days back from `today`, the day on the device's clock when it was asked.
  func readings(today: CalendarDate, frames: [Int]) -> Readings
}
