#if !canImport(Darwin)
  // As Apple's framework does: who imports Core Bluetooth has these.
  @_exported import Dispatch
  @_exported import Foundation

  /// Seconds since the beginning of 2001, which Apple systems count from.
  public typealias CFAbsoluteTime = Double
#endif
