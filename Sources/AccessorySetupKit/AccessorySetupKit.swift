#if !canImport(Darwin)
  @_exported import CoreBluetooth
#endif
