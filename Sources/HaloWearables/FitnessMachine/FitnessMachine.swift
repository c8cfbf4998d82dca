package import HaloBluetooth

/// The Fitness Machine Service (FTMS, 0x1826): treadmills, bikes, rowers, cross trainers, steppers and stairs.
///
/// Everything here is bytes ⇄ values, pure and total. `docs/fitness-machine.md` says where the facts come from and which machines
/// keep to them less than others.
public enum FitnessMachine {
  /// How the values of its characteristics are read.
  package static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [:]
}
