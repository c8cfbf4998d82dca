#if BlueZ && os(Linux)
  /// Creates advertisements from the properties of BlueZ devices.
  enum BlueZAdvertisement {
    /// Returns true if a change of properties means that an advertisement was received.
    static func isAdvertisement(_ properties: [String: BusValue]) -> Bool {
      ["RSSI", "ManufacturerData", "ServiceData", "AdvertisingData", "Name"].contains { properties[$0] != nil }
    }

    static func advertisement(_ properties: [String: BusValue]) -> Advertisement {
      let address = properties["Address"]?.text ?? ""
      var company: [UInt16: [UInt8]] = [:]
      for (number, value) in properties["ManufacturerData"]?.dictionary ?? [:] {
        if let number = UInt16(number), let bytes = value.bytes { company[number] = bytes }
      }
      var data: [BluetoothUUID: [UInt8]] = [:]
      for (uuid, value) in properties["ServiceData"]?.dictionary ?? [:] {
        if let uuid = BluetoothUUID(uuid), let bytes = value.bytes { data[uuid] = bytes }
      }
      return Advertisement(
        device: DeviceID(address), name: properties["Name"]?.text,
        services: (properties["UUIDs"]?.texts ?? []).compactMap { BluetoothUUID($0) }, manufacturerData: company,
        serviceData: data, rssi: properties["RSSI"]?.int)
    }
  }
#endif
