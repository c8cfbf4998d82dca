import ArgumentParser
import HaloBluetooth

extension BluetoothUUID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
