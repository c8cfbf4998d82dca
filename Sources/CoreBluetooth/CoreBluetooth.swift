// Re-exported, as Apple's framework does.
@_exported import Dispatch
@_exported import Foundation
// Foundation exports this on Apple systems, so code for iPhones uses `@Observable` without importing it.
@_exported import Observation

/// Seconds since January 1, 2001, the reference date of Apple systems.
public typealias CFAbsoluteTime = Double
