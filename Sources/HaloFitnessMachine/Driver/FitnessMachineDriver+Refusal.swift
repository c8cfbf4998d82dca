import HaloText
import HaloText
public import HaloBluetooth
public import HaloWearables

extension FitnessMachineDriver {
  /// Refuses every manual write to the control point, because it would bypass limits, speed steps and the final stop.
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    guard characteristic.uuid == FitnessMachine.GATT.controlPoint else { return nil }
    return WriteRefusal(
      """
      \(characteristic.uuid.description) starts a machine that nothing would stop. Use \
      'halo treadmill', which applies your limits and stops the belt.
      """)
  }
}
