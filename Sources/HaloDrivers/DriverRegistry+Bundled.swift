import HaloColmiRing
import HaloEverestW311
import HaloFitnessMachine
import HaloHeartRateMonitor
public import HaloWearables

extension DriverRegistry {
  /// The drivers that come with Halo. A program with drivers of its own adds them:
  /// `DriverRegistry(DriverRegistry.bundled.drivers + [MyDriver.self])`.
  public static let bundled = DriverRegistry([
    ColmiRingDriver.self, FitnessMachineDriver.self, EverestW311Driver.self,
    // Last: machines and watches have the Heart Rate Service as well.
    HeartRateMonitorDriver.self,
  ])
}
