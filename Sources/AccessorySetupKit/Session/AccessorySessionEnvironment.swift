import CoreBluetooth
import Foundation

/// The chooser and file of sessions.
struct AccessorySessionEnvironment: Sendable {
  let chooser: (any AccessoryChooser)?
  let file: AccessoryFile?

  /// The chooser and file for sessions created within
  /// ``ASAccessorySession/withChooser(_:storingIn:isolation:_:)``.
  @TaskLocal static var scoped: AccessorySessionEnvironment?
}
