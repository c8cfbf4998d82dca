// Re-exported, as Apple's framework does. Core Bluetooth is imported separately, as on Apple systems.
@_exported import Dispatch
@_exported import Foundation
@_exported import Observation
