public import HaloBluetooth
public import HaloHealth
import HaloWearables

extension FitnessMachineDriver {
  /// Machines store no days, and connecting to a machine in use would disturb its user.
  public static var storesDays: Bool { false }

  /// The decoder's name and version.
  public static var decoderName: String { "fitness-machine/3" }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var decoder = FitnessMachine.SessionDecoder(frames, of: device, unit: unit(of: device, in: frames))
    return decoder.contents()
  }

  /// Returns the last known state of the belt in a session's frames; `nil` if they have no belt data.
  public static func lastBeltState(
    _ frames: [RecordedFrame], of device: DeviceTraits
  ) -> (speed: Double, moment: Moment, wasStarted: Bool)? {
    let unit = unit(of: device, in: frames)
    var assembler = FitnessMachine.RecordAssembler()
    var belt: (speed: Double, moment: Moment)?
    for frame in frames where frame.direction == .received && frame.characteristic == FitnessMachine.GATT.treadmillData
    {
      guard let data = FitnessMachine.MachineData(.treadmill, value: frame.bytes),
        let speed = assembler.receive(data)?.inKilometers(from: unit)[.speed]
      else { continue }
      belt = (speed, frame.moment)
    }
    let wasStarted = frames.contains {
      $0.direction == .sent && $0.characteristic == FitnessMachine.GATT.controlPoint && $0.bytes.first == 0x07
    }
    return belt.map { ($0.speed, $0.moment, wasStarted) }
  }

  /// The unit of a machine's speeds: the one that the user chose, or that of the model.
  private static func unit(of device: DeviceTraits, in frames: [RecordedFrame]) -> SpeedUnit {
    if let unit = device.speedUnit { return unit }
    let model = frames.first {
      $0.direction == .received && $0.characteristic == DeviceInformation.Field.modelNumber.characteristic
    }
    return SpeedUnit(
      advertisedName: device.advertisedName, model: model.map { DeviceInformation(.modelNumber, value: $0.bytes).text })
      ?? .specified
  }
}
