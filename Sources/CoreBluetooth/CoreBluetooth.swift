#if !canImport(Darwin)
  // As Apple's framework does: who imports Core Bluetooth has these.
  @_exported import Dispatch
  @_exported import Foundation
  // On Apple systems Foundation brings it, so code for iPhones writes `@Observable` without importing it.
  @_exported import Observation

  /// Seconds since the beginning of 2001, which Apple systems count from.
  public typealias CFAbsoluteTime = Double
#endif
