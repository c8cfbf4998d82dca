import HaloColmiRing
import HaloEverestW311
import HaloFitnessMachine
import HaloHealthDevices
import HaloHeartRateMonitor
@_exported public import HaloWearables

extension DriverRegistry {
  /// The drivers that are part of Halo. A program adds drivers of its own:
  /// `DriverRegistry(DriverRegistry.bundled.drivers + [MyDriver.self])`.
  public static let bundled = DriverRegistry([
    ColmiRingDriver.self, FitnessMachineDriver.self, EverestW311Driver.self,
    // Last, because machines and watches have these standard services as well.
    HeartRateMonitorDriver.self, HealthDeviceDriver.self,
  ])
}
