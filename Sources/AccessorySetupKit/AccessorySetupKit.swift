#if !canImport(Darwin)
  // As Apple's framework does: who imports it has these. Core Bluetooth is imported beside it, there as here.
  @_exported import Dispatch
  @_exported import Foundation
  @_exported import Observation
#endif
