#if !canImport(Darwin)
  import CoreBluetooth
  import Foundation

  /// The chooser and file of sessions.
  struct AccessorySurroundings: Sendable {
    let chooser: (any AccessoryChooser)?
    let file: AccessoryFile?

    /// The chooser and file for sessions created within
    /// ``ASAccessorySession/withChooser(_:rememberingIn:isolation:_:)``.
    @TaskLocal static var scoped: AccessorySurroundings?
  }
#endif
