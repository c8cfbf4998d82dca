import HaloVirtualDevices
import KitchenScale
import Synchronization

/// A kitchen scale on the simulated radio, with something on it.
public final class VirtualScale: VirtualPeripheral {
  /// The scale's advertisement and attributes.
  public let profile: PeripheralProfile
  private let halfGrams: Mutex<Int16>

  /// Creates a scale with a weight in half grams.
  public init(device: DeviceID = DeviceID("D0:C5:C0:00:00:02"), name: String = "KS-1", halfGrams: Int16 = 500) {
    self.halfGrams = Mutex(halfGrams)
    profile = PeripheralProfile(
      device: device, name: name, advertisedServices: [ScaleDriver.service],
      services: [
        Service(ScaleDriver.service, from: 0x10, [(ScaleDriver.command, .write), (ScaleDriver.weight, .notify)])
      ])
  }

  /// The scale has nothing to read.
  public func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  /// Sends the weight twice a second, first one that is not stable, and obeys the command.
  public func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await write in await link.writes(to: ScaleDriver.command) where write == [0x01] {
          self.halfGrams.withLock { $0 = 0 }
        }
      }
      group.addTask {
        var status: UInt8 = 0
        while (try? await link.clock.sleep(for: .milliseconds(500))) != nil {
          let weight = self.halfGrams.withLock(\.self)
          await link.notify(
            [status, UInt8(truncatingIfNeeded: weight), UInt8(truncatingIfNeeded: weight >> 8)], on: ScaleDriver.weight)
          status = 1
        }
      }
    }
  }
}
