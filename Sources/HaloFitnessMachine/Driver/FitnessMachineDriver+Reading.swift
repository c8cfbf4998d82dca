extension FitnessMachineDriver {
  /// Machines store no days, and connecting to a machine in use would disturb its user.
  public static var storesDays: Bool { false }

  /// The decoder's name and version.
  public static var decoderName: String { "fitness-machine/4" }

  /// Decodes the frames of one session.
  public static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents {
    var decoder = FitnessMachine.SessionDecoder(frames, of: device, unit: unit(of: device, in: frames))
    return decoder.contents()
  }

  /// Returns the state of the belt after sessions, by the newest evidence in their frames.
  public static func lastBeltState(
    _ sessions: [[RecordedFrame]], of device: DeviceTraits
  ) -> (isLeftRunning: Bool, speed: Double?, moment: Moment)? {
    let belt = FitnessMachine.BeltEvidence(sessions, unit: unit(of: device, in: sessions.flatMap(\.self)))
    return belt.isLeftRunning.map { ($0, belt.speed, belt.moment) }
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
