#if !canImport(Darwin)
  import CoreBluetooth
  import Foundation

  /// What a session lives in.
  struct AccessorySurroundings: Sendable {
    let chooser: (any AccessoryChooser)?
    let file: AccessoryFile?

    /// What sessions live in that are made within ``ASAccessorySession/withChooser(_:rememberingIn:isolation:_:)``.
    @TaskLocal static var scoped: AccessorySurroundings?
  }
#endif
