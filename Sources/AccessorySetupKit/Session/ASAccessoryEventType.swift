#if !canImport(Darwin)
  /// What happened to a session.
  public enum ASAccessoryEventType: Int, Sendable {
    /// Something that this version does not know.
    case unknown = 0
    /// The session can be used; its accessories are those of earlier launches.
    case activated = 10
    /// The session is over.
    case invalidated = 11
    /// Devices that the program had before are accessories now.
    case migrationComplete = 20
    /// A person chose a device.
    case accessoryAdded = 30
    /// An accessory is no more.
    case accessoryRemoved = 31
    /// An accessory has another name, or another state.
    case accessoryChanged = 32
    /// A device was found, and the program says whether it is shown.
    case accessoryDiscovered = 33
    /// The picker is there.
    case pickerDidPresent = 40
    /// The picker is gone.
    case pickerDidDismiss = 50
    /// An accessory is being bridged with classic Bluetooth. Never told on Linux.
    case pickerSetupBridging = 60
    /// What was chosen could not be set up.
    case pickerSetupFailed = 70
    /// An accessory is being paired with.
    case pickerSetupPairing = 80
    /// The person is asked for a name.
    case pickerSetupRename = 90
  }
#endif
