import HaloBluetooth

extension Characteristic.Properties {
  /// What can be done with a characteristic, by the names that BlueZ and programs above it use.
  var names: [String] {
    let names: [(Characteristic.Properties, String)] = [
      (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write-without-response"), (.write, "write"),
      (.notify, "notify"), (.indicate, "indicate"), (.authenticatedSignedWrites, "authenticated-signed-writes"),
      (.extendedProperties, "extended-properties"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}
