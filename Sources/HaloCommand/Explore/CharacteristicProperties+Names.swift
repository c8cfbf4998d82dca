import HaloBluetooth

extension Characteristic.Properties {
  /// The names of the properties, as in BlueZ and its clients.
  var names: [String] {
    let names: [(Characteristic.Properties, String)] = [
      (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write-without-response"), (.write, "write"),
      (.notify, "notify"), (.indicate, "indicate"), (.authenticatedSignedWrites, "authenticated-signed-writes"),
      (.extendedProperties, "extended-properties"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}
