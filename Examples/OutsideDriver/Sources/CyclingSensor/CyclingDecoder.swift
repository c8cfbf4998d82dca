import HaloWearables

/// Decodes a sensor's frames for `halo decode` and `halo explain`. Every frame is a complete message, so the decoder
/// has no state.
public struct CyclingDecoder: FrameDecoder {
  /// Creates a decoder.
  public init() {}

  /// Maps the bytes of a frame to the fields of its message; empty if the mapping is not known.
  public static func byteMap(
    of frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?
  ) -> [ByteField] {
    switch characteristic ?? Self.characteristic(of: frame, direction) {
    case CyclingSensor.GATT.measurement: CyclingSpeedAndCadence.byteMap(of: frame)
    case CyclingSensor.GATT.features where frame.count >= 2: CyclingSensor.Features.byteMap
    case CyclingSensor.GATT.location where !frame.isEmpty: CyclingSensor.Location.byteMap
    case CyclingSensor.GATT.control: CyclingSensor.ControlPoint.byteMap(of: frame)
    default: []
    }
  }

  /// Appends the frame's message to `lines`; an unknown frame keeps its bytes.
  public mutating func receive(
    _ frame: [UInt8], _ direction: RecordedFrame.Direction, of characteristic: BluetoothUUID?,
    into lines: inout JSONLineWriter
  ) {
    let characteristic = characteristic ?? Self.characteristic(of: frame, direction)
    let reader =
      characteristic == CyclingSensor.GATT.measurement
      ? CharacteristicMessages.reader(CyclingSpeedAndCadence.self) : CyclingSensor.readers[characteristic]
    (reader?(frame) ?? UndecodedValue.unknown(frame)).appendJSONLine(to: &lines)
  }

  /// Appends nothing, because no frame is incomplete.
  public mutating func finish(into lines: inout JSONLineWriter) {}

  /// Infers the characteristic of a frame from its length, if it is not known.
  private static func characteristic(of frame: [UInt8], _ direction: RecordedFrame.Direction) -> BluetoothUUID {
    switch frame.count {
    case _ where direction == .sent || frame.starts(with: [0x10]): CyclingSensor.GATT.control
    case 1: CyclingSensor.GATT.location
    case 2: CyclingSensor.GATT.features
    default: CyclingSensor.GATT.measurement
    }
  }
}
