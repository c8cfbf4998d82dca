import HaloText
import HaloText
public import HaloBluetooth
public import HaloWearables

extension FitnessMachineDriver {
  /// Nothing goes to the control point by hand: a belt moves with limits, ramps and a stop at the end, or not at all.
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    guard characteristic.uuid == FitnessMachine.GATT.controlPoint else { return nil }
    return WriteRefusal(
      """
      \(characteristic.uuid.description) sets a machine in motion, and nothing would stop it. 'halo treadmill' runs it within your limits, and stops it.
      """)
  }
}
