extension Service {
  /// A service whose characteristics have handles from `handle` on. Those that notify or indicate have a client
  /// configuration.
  public init(_ uuid: BluetoothUUID, from handle: Int, _ characteristics: [(BluetoothUUID, Characteristic.Properties)])
  {
    self.init(
      uuid: uuid,
      characteristics: characteristics.enumerated().map { index, entry in
        let (characteristic, properties) = entry
        return Characteristic(
          uuid: characteristic, service: uuid, instance: handle + 1 + index * 3, properties: properties,
          descriptors: properties.isDisjoint(with: [.notify, .indicate]) ? [] : [.clientConfiguration])
      })
  }
}
