import HaloBluetooth

extension Requirement {
  private typealias ID = TrialDevice.ID

  /// The requirements on links.
  static let ofLinks: [Requirement] = [
    Requirement(link: "services have their characteristics, properties and descriptors; equal UUIDs are distinguished")
    {
      link in
      try expect(
        Set([ID.service, ID.twins, ID.heartRate]).isSubset(of: link.services.map(\.uuid)), "a service is missing")
      let store = try link.characteristic(ID.store)
      try expect(
        store.properties == [.read, .write, .writeWithoutResponse] && store.service == ID.service,
        "\(store) differs from the served one")
      try expect(try link.characteristic(ID.short).descriptors.contains(ID.userDescription), "a descriptor is missing")
      let withHandles = try link.characteristic(ID.short)
      try expect(
        withHandles.descriptorHandles.isEmpty || withHandles.descriptorHandles.count == withHandles.descriptors.count,
        "the numbers of descriptors and handles differ")
      try expect(
        try link.characteristic(ID.numbers).descriptors.contains(.clientConfiguration),
        "the client configuration is missing")
      let twins = link.services.first { $0.uuid == ID.twins }?.characteristics ?? []
      try expect(twins.map(\.uuid) == [ID.twin, ID.twin] && Set(twins).count == 2, "the twins are \(twins)")
      for (index, twin) in twins.enumerated() {
        let value = try await link.connection.read(twin).bytes
        try expect(value == [UInt8(index + 1)], "twin \(index + 1) returned \(value)")
      }
    },
    Requirement(link: "short, empty and long values are read completely") { link in
      for (uuid, value) in [(ID.short, [1, 2, 3]), (ID.empty, []), (ID.long, TrialDevice.longValue)] {
        let read = try await link.read(uuid)
        try expect(read == value, "\(uuid) gave \(read.count) bytes instead of \(value.count)")
      }
    },
    Requirement(link: "the device's own error codes are reported") { link in
      for (uuid, code) in [(ID.refusing, 0x80), (ID.failing, 0x0E)] as [(BluetoothUUID, UInt8)] {
        let error = try await error { _ = try await link.read(uuid) }
        try expect(error.reason == .attribute(code: code), "\(code) was reported as \(error.reason)")
        try expect(error.operation == .read && error.attribute == uuid, "\(error) has another operation or attribute")
      }
    },
    Requirement(link: "operations that a characteristic does not allow are refused with the allowed ones") { link in
      let connection = link.connection
      let (writeOnly, short, numbers) = (
        try link.characteristic(ID.writeOnly), try link.characteristic(ID.short), try link.characteristic(ID.numbers)
      )
      let errors = [
        try await error { _ = try await connection.read(writeOnly) },
        try await error { try await connection.write([1], to: short, withResponse: true) },
        try await error { try await connection.write([1], to: writeOnly, withResponse: false) },
        try await error { _ = try await connection.notifications(of: short) },
      ]
      let allowed = [writeOnly, short, writeOnly, short].map {
        BluetoothError.Reason.notPermitted(allowed: $0.properties)
      }
      try expect(errors.map(\.reason) == allowed, "\(errors.map(\.reason))")
      let byHand = try await error {
        try await connection.write([1, 0], toDescriptor: .clientConfiguration, of: numbers)
      }
      try expect(byHand.reason == .subscribeInstead, "\(byHand.reason)")
    },
    Requirement(link: "a write with response takes effect before it returns") { link in
      for value in [[9, 8, 7], [UInt8](repeating: 5, count: 100)] as [[UInt8]] {
        try await link.write(value, to: ID.store)
        let read = try await link.read(ID.store)
        try expect(read == value, "\(read) instead of \(value)")
      }
    },
    Requirement(link: "a thousand writes without response arrive in order") { link in
      for number in 0..<1000 {
        try await link.write([UInt8(number & 0xFF), UInt8(number >> 8)], to: ID.commands, withResponse: false)
      }
      let tally = try await link.read(ID.tally)
      try expect(
        tally == [0xE8, 3, 1], "the device counts \(Int(tally[0]) | Int(tally[1]) << 8), in order: \(tally[2] == 1)")
    },
    Requirement(link: "values that are too long for a packet are refused with the limit") { link in
      let maximum = await link.connection.maximumWriteLength(withResponse: false)
      try expect((20...514).contains(maximum), "\(maximum) bytes")
      try await link.write([UInt8](repeating: 1, count: min(maximum, 512)), to: ID.store, withResponse: false)
      let error = try await error {
        try await link.write([UInt8](repeating: 1, count: maximum + 1), to: ID.store, withResponse: false)
      }
      try expect(error.reason == .tooLong(maximum: maximum), "\(error.reason)")
    },
    Requirement(link: "descriptors are read, and a missing one is reported") { link in
      let short = try link.characteristic(ID.short)
      let text = try await link.connection.read(descriptor: ID.userDescription, of: short)
      try expect(text == [UInt8]("short".utf8), "\(text)")
      let error = try await error { _ = try await link.connection.read(descriptor: 0x2908, of: short) }
      try expect(error.reason == .attributeNotFound, "\(error.reason)")
    },
    Requirement(link: "five hundred notifications arrive in order") { link in
      let values = try await link.notifications(of: ID.numbers)
      try await link.order(.count, 500)
      // Sent after the notifications, so that the end is recognized even if some are lost.
      try await link.order(.notifyEmpty)
      var numbers: [Int] = []
      for try await value in values where !value.bytes.isEmpty {
        guard value.bytes.count == 2 else { break }
        numbers.append(Int(value.bytes[0]) | Int(value.bytes[1]) << 8)
      }
      let part = zip(numbers, 0...).first { $0 != $1 }
      try expect(
        numbers == [Int](0..<500),
        "\(numbers.count) arrived; \(part.map { "\($0.0) in place of \($0.1)" } ?? "the last are missing")")
    },
    Requirement(link: "two equal notifications are two values") { link in
      let values = try await link.notifications(of: ID.numbers)
      try await link.order(.notifyTwice)
      try expect(try await values.first(2) == [[7, 7], [7, 7]], "another value")
    },
    Requirement(link: "notifications may be empty or as long as a packet") { link in
      let values = try await link.notifications(of: ID.numbers)
      try await link.order(.notifyEmpty)
      try await link.order(.notifyLong, 200)
      let came = try await values.first(3)
      try expect(
        came == [[], [0xFF], [UInt8](TrialDevice.longValue.prefix(200))], "\(came.map(\.count)) bytes arrived")
    },
    Requirement(link: "every listener receives every value") { link in
      let first = try await link.notifications(of: ID.numbers)
      let second = try await link.notifications(of: ID.numbers)
      try await link.order(.count, 20)
      let values = (try await first.first(20), try await second.first(20))
      try expect(values.0 == values.1 && values.0.count == 20, "\(values.0.count) and \(values.1.count)")
    },
    Requirement(link: "read values are not delivered as notifications") { link in
      let values = try await link.notifications(of: ID.numbers)
      try expect(try await link.read(ID.numbers) == [0xEE], "another value was read")
      try await link.order(.count, 1)
      let first = try await values.first(1)
      try expect(first == [[0, 0]], "\(first) arrived first")
    },
    Requirement(link: "indications arrive like notifications") { link in
      let values = try await link.notifications(of: ID.indications)
      try await link.order(.indicate, 20)
      try expect(try await values.first(20).map { $0[0] } == [UInt8](0..<20), "not all, or not in order")
    },
    Requirement(link: "twenty concurrent operations all complete") { link in
      let values = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for number in 0..<20 { group.addTask { try await link.read(number % 2 == 0 ? ID.short : ID.long) } }
        return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
      }
      try expect(
        values.count(where: { $0 == [1, 2, 3] }) == 10 && values.count(where: { $0 == TrialDevice.longValue }) == 10,
        "other values")
    },
    Requirement(
      link: "the link's signal strength is reported"
    ) { link in
      let strength = try await link.connection.readRSSI()
      try expect((-127...20).contains(strength), "\(strength) dBm")
    },
    Requirement(
      link: "bonding happens once, when an encrypted characteristic is used"
    ) { link in
      try expect(try await link.read(ID.secret) == [42], "another value")
      try expect(try await !link.connection.bond(), "it bonded twice")
    },
  ]
}
