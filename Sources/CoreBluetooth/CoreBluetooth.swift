#if !canImport(Darwin)
  @_exported import Foundation
#endif
