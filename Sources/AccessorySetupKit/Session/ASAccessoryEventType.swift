/// The types of events.
public enum ASAccessoryEventType: Int, Sendable {
  /// A type that this version does not know.
  case unknown = 0
  /// The session is active; its accessories are those of earlier launches.
  case activated = 10
  /// The session was invalidated.
  case invalidated = 11
  /// The program's earlier devices have become accessories.
  case migrationComplete = 20
  /// The user chose a device.
  case accessoryAdded = 30
  /// An accessory was removed.
  case accessoryRemoved = 31
  /// The name or state of an accessory changed.
  case accessoryChanged = 32
  /// A device was discovered, and the program selects whether to show it.
  case accessoryDiscovered = 33
  /// The picker appeared.
  case pickerDidPresent = 40
  /// The picker was closed.
  case pickerDidDismiss = 50
  /// An accessory is being bridged with classic Bluetooth. Never sent on Linux.
  case pickerSetupBridging = 60
  /// The chosen device could not be set up.
  case pickerSetupFailed = 70
  /// An accessory is being paired.
  case pickerSetupPairing = 80
  /// The user is asked for a name.
  case pickerSetupRename = 90
}
