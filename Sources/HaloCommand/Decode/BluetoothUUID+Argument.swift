public import ArgumentParser
public import HaloBluetooth

extension BluetoothUUID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
